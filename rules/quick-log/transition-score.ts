import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { type ClosableTask, scoreOf } from "../agenda/close-task.ts";

/** Whoever skips for one of these is not asked for it. */
const EXCUSED: readonly SkipReason[] = ["PAIN_OR_INJURY", "ILLNESS", "SIDE_EFFECT"];

/**
 * What a task counts for after an operation, as its history keeps it (docs/rules.md#agenda-closing): as any
 * task, but a skip because it was done outside the app is done, and one for reasons of health does not
 * count at all, which is null.
 *
 * @param skipReason of the operation, or null when it was no skip.
 */
export function transitionScore(task: ClosableTask, skipReason: SkipReason | null): number | null {
  if (task.status !== "SKIPPED" || skipReason === null) return scoreOf(task);
  if (skipReason === "ALREADY_DONE_OUTSIDE_APP") return 1;
  return EXCUSED.includes(skipReason) ? null : 0;
}
