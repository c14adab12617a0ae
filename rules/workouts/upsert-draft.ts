import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import type { SessionContent } from "../../contract/workouts/session-content.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import {
  exerciseFinder,
  judgeAlternative,
  judgeSets,
  judgeSkip,
  type ContentFault,
  type FindExercise,
} from "./judge-sets.ts";
import { withExercise, withSets } from "./conflicts/merge-draft.ts";
import { changed, newSessionOf } from "./new-session.ts";
import { done, refused, type SessionCase, type SessionOutcome } from "./session-outcome.ts";

/**
 * Adds exercise and set data to a draft (docs/rooms/workouts.md#drafts), validated against the named package and
 * merged by key. It never conflicts and changes no task.
 */
export function upsertDraft(
  made: Omit<SessionCase, "payload">,
  intent: UpsertIntent,
): SessionOutcome {
  const fault = judge(exerciseFinder(made.pack.snapshot), intent);
  if (fault !== null) return refused(fault.code, { pointer: fault.pointer });
  const session = newSessionOf({ ...made, payload: intent.payload });
  const content = merged(session.content, intent);
  if (content.sets.length > BATCH_LIMITS.setsPerPayload)
    return refused("PAYLOAD_INVALID", { pointer: "/sets", fault: "TOO_MANY" });
  const { clientRevision } = intent.payload;
  return done(
    changed(session, made.moment, {
      content,
      status: "IN_PROGRESS",
      clientRevision: Math.max(session.clientRevision, clientRevision),
    }),
  );
}

/** Operations that report a draft piece by piece. */
export type UpsertIntent = Extract<
  WorkoutIntent,
  {
    readonly kind:
      | "workout.upsert-exercise"
      | "workout.upsert-set"
      | "workout.skip-exercise"
      | "workout.use-alternative";
  }
>;

function judge(find: FindExercise, { kind, payload }: UpsertIntent): ContentFault | null {
  switch (kind) {
    case "workout.upsert-set":
      return judgeSets(find, payload);
    case "workout.skip-exercise": {
      const code = judgeSkip(find(payload.exerciseKey), payload);
      return code && { code, pointer: "/exerciseKey" };
    }
    case "workout.use-alternative": {
      const code = judgeAlternative(find(payload.exerciseKey), payload.alternativeKey);
      return code && { code, pointer: "/alternativeKey" };
    }
    case "workout.upsert-exercise":
      return find(payload.exerciseKey) === undefined
        ? { code: "EXERCISE_UNKNOWN", pointer: "/exerciseKey" }
        : null;
  }
}

function merged(content: SessionContent, { kind, payload }: UpsertIntent): SessionContent {
  const { clientRevision: revision } = payload;
  switch (kind) {
    case "workout.upsert-set":
      return withSets(content, payload.sets, revision);
    case "workout.upsert-exercise": {
      const { note, order } = payload;
      return withExercise(content, payload.exerciseKey, { part: "note", note, order }, revision);
    }
    case "workout.skip-exercise": {
      const skip = { reason: payload.reason, note: payload.note };
      return withExercise(content, payload.exerciseKey, { part: "skip", skip }, revision);
    }
    case "workout.use-alternative": {
      const { alternativeKey } = payload;
      const alternative = { part: "alternative", alternativeKey } as const;
      return withExercise(content, payload.exerciseKey, alternative, revision);
    }
  }
}
