import { SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { SessionContent } from "../../contract/workouts/session-content.ts";

/** What of a session was left out for a reason, as whoever counts skips is told of it. */
export interface ExerciseSkipped {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly reason: SkipReason;
  /** Whether a note says more of it, of whichever exercise. */
  readonly hasNote: boolean;
}

/**
 * The skips of a session (docs/rooms/quick-log.md#skips-that-reach-the-coach): one for each reason, however many exercises
 * were left out for it. Those of one group count once, and each of them is told.
 */
export function reportedSkips({
  relationshipId,
  taskId,
  localDate,
  content,
}: {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly content: SessionContent;
}): readonly ExerciseSkipped[] {
  const skips = content.exercises.flatMap(({ skip }) => skip ?? []);
  return SKIP_REASONS.flatMap((reason) => {
    const own = skips.filter((skip) => skip.reason === reason);
    if (own.length === 0) return [];
    const hasNote = own.some(({ note }) => note !== null);
    return [{ relationshipId, taskId, localDate, reason, hasNote }];
  });
}
