import type { SessionContent } from "../../contract/workouts/session-content.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { exerciseFinder, judgeSets } from "./judge-sets.ts";
import { correctedContent } from "./conflicts/merge-draft.ts";
import { changed } from "./new-session.ts";
import { done, refused, type SessionCase, type SessionOutcome } from "./session-outcome.ts";
import type { WorkoutSession } from "./workout-session.ts";

/**
 * Corrects some sets of a submitted session (docs/rooms/workouts.md#corrections), until the end of the local day of
 * its acceptance, by the server's clock. At least one done set must remain.
 */
export function correctSession(correction: SessionCase<"workout.correct-session">): SessionOutcome {
  const { view, pack, payload } = correction;
  const { session } = view;
  if (session?.status !== "SUBMITTED") return refused("SESSION_NOT_SUBMITTED");
  const { confirmed } = payload;
  const find = exerciseFinder(pack.snapshot);
  for (const [place, set] of payload.sets.entries()) {
    if ("removed" in set) continue;
    const fault = judgeSets(find, { sets: [set], confirmed });
    if (fault !== null)
      return refused(fault.code, { pointer: fault.pointer.replace("/sets/0", `/sets/${place}`) });
  }
  const content = correctedContent(session.content, payload.sets, payload.clientRevision);
  if (!content.sets.some(({ completed }) => completed))
    return refused("INPUT_REQUIRED", { pointer: "/sets" });
  if (content.sets.length > BATCH_LIMITS.setsPerPayload)
    return refused("PAYLOAD_INVALID", { pointer: "/sets", fault: "TOO_MANY" });
  return amendSession(session, correction, { revision: payload.clientRevision, content });
}

/**
 * Replaces the submitted content, from the same workout. It stays possible after a review; the review then shows the
 * change.
 */
export function amendSession(
  session: WorkoutSession,
  { pack, moment }: Pick<SessionCase, "pack" | "moment">,
  { revision, content }: { readonly revision: number; readonly content: SessionContent },
): SessionOutcome {
  const { correctableUntil, frozenRevision, reviewedAt, changedAfterReviewAt } = session;
  if (pack.taskId !== session.taskId) return refused("PACKAGE_UNKNOWN", { pointer: "/taskId" });
  if (pack.snapshotChecksum !== session.snapshotChecksum)
    return refused("PACKAGE_UNKNOWN", { pointer: "/packageId" });
  if (correctableUntil === null || moment.now >= correctableUntil)
    return refused("CORRECTION_CLOSED");
  if (revision <= (frozenRevision ?? 0))
    return refused("STALE_REVISION", { latestRevision: frozenRevision ?? 0 });
  return done(
    changed(session, moment, {
      content,
      frozenRevision: revision,
      clientRevision: Math.max(session.clientRevision, revision),
      changedAfterReviewAt: reviewedAt === null ? changedAfterReviewAt : moment.now,
    }),
  );
}
