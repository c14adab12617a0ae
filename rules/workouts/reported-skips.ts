import { SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { SessionContent } from "../../contract/workouts/session-content.ts";

/**
 * The skips of a session (docs/rooms/quick-log.md#skips-that-reach-the-coach): one per reason, however many exercises
 * were skipped. Skips of one group count once, and each is reported.
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

/** A skip within a session, as reported to the skip counter. */
export interface ExerciseSkipped {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly reason: SkipReason;
  /** Whether a note of any of its exercises explains it. */
  readonly hasNote: boolean;
}
