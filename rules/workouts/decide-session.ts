import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import { correctSession } from "./correct-session.ts";
import { discardSession } from "./discard-session.ts";
import {
  done,
  refused,
  type SessionCase,
  type SessionOutcome,
  type SessionView,
} from "./session-outcome.ts";
import type { IssuedPackage, SessionMoment } from "./workout-session.ts";
import { startSession } from "./start-session.ts";
import { submitSession } from "./submit-session.ts";
import { upsertDraft, type UpsertIntent } from "./upsert-draft.ts";

/**
 * Decides one operation on a session and returns its changes; has no side effects
 * (docs/rooms/workouts.md#operations).
 */
export function decideSession(
  view: SessionView,
  intent: WorkoutIntent,
  { moment, newId }: { readonly moment: SessionMoment; readonly newId: string },
): SessionOutcome {
  const pack = issuedPackage(view.pack, intent);
  if (pack === null) return refused("PACKAGE_UNKNOWN", { pointer: "/packageId" });
  const made = { view, pack, moment, newId };
  switch (intent.kind) {
    case "workout.submit-session":
      return submitSession({ ...made, payload: intent.payload });
    case "workout.start-session":
      return ofOwnDraft(made, () => startSession({ ...made, payload: intent.payload }));
    case "workout.correct-session":
      return ofOwnDraft(made, () => correctSession({ ...made, payload: intent.payload }));
    case "workout.discard-session":
      return ofOwnDraft({ ...made, isGivenUp: true }, () =>
        discardSession({ ...made, payload: intent.payload }),
      );
    default:
      return ofOwnDraft(made, () => upsert(made, intent));
  }
}

type Made = Omit<SessionCase, "payload">;

function upsert(made: Made, intent: UpsertIntent): SessionOutcome {
  // Draft data that arrives after the submit is older than it.
  if (made.view.session?.status === "SUBMITTED") return done(made.view.session);
  return upsertDraft(made, intent);
}

/** A draft belongs to the phone that made it, and no longer exists once discarded. */
function ofOwnDraft(
  {
    view: { session, refusedFor },
    moment: { lineageId },
    isGivenUp = false,
  }: Made & { readonly isGivenUp?: boolean },
  decide: () => SessionOutcome,
): SessionOutcome {
  const mayGiveUp = isGivenUp && refusedFor === lineageId;
  if (session !== undefined && session.lineageId !== lineageId && !mayGiveUp)
    return refused("SESSION_FOREIGN");
  if (session?.status === "DISCARDED" && !isGivenUp) return refused("SESSION_DISCARDED");
  return decide();
}

/** The package as issued for the named task; null if it never was. */
function issuedPackage(
  pack: IssuedPackage | undefined,
  { payload }: WorkoutIntent,
): IssuedPackage | null {
  if (pack === undefined || pack.taskId !== payload.taskId) return null;
  return pack.packageChecksum === payload.packageChecksum ? pack : null;
}
