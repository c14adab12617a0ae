import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { SessionContent } from "../../contract/workouts/session-content.ts";
import { isUrgentReason, skipGroupOf } from "../quick-log/route-skips.ts";

/** An exercise that was left out for a reason, as whoever counts skips is told of it. */
export interface ExerciseSkipped {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  /** Which of the session's it is. */
  readonly key: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/**
 * The skips of a session that count (docs/rules.md#quick-log-skips-that-reach-the-coach): one for each group of reasons,
 * however many exercises were left out for it; it says the reason that cannot wait where one of them was given.
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
  const skips = content.exercises.flatMap(({ skip }) =>
    skip === null || skip.reason === null
      ? []
      : [{ reason: skip.reason, hasNote: skip.note !== null }],
  );
  const groups = Map.groupBy(skips, ({ reason }) => skipGroupOf(reason));
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const { reason } = all.find((skip) => isUrgentReason(skip.reason)) ?? first;
    const hasNote = all.some((skip) => skip.hasNote);
    return [{ relationshipId, taskId, localDate, key, reason, hasNote }];
  });
}
