import type { CompletionSummary, TaskSnapshot } from "../../contract/agenda/schema.ts";
import {
  OPEN_TASK_STATUSES,
  WITHDRAWN_TASK_STATUSES,
  type TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import { isNumeric, taskMetric } from "./task-metric.ts";
import { UNCOUNTED_SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { thousandths } from "./thousandths.ts";

/** What of a task tells whether it counts. */
export interface CountableTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
  /** Why its skipped items were skipped, one each; of a SKIPPED task without items why it was. In any order. */
  readonly skipReasons: readonly SkipReason[];
  /** Its day was opened too late for anybody to be asked. */
  readonly notOffered: boolean;
}

/** What a task counts for in the adherence of its day. */
export interface TaskAdherence {
  readonly counts: boolean;
  /** Share of it that is done, 0 to 1 in thousandths; 0 of what does not count. */
  readonly score: number;
}

const WITHDRAWN: readonly TaskStatus[] = WITHDRAWN_TASK_STATUSES;
const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;
const UNCOUNTED: readonly SkipReason[] = UNCOUNTED_SKIP_REASONS;

const COUNTS_FOR_NOTHING: TaskAdherence = { counts: false, score: 0 };

/** Whether a task counts, and how much of it is done: the one rule of adherence (docs/rooms/agenda.md#adherence). */
export function adherenceOf(task: CountableTask): TaskAdherence {
  if (WITHDRAWN.includes(task.status)) return COUNTS_FOR_NOTHING;
  if (task.notOffered && isUntouched(task)) return COUNTS_FOR_NOTHING;
  const { done, asked } = partsOf(task);
  return asked === 0 ? COUNTS_FOR_NOTHING : { counts: true, score: thousandths(done / asked) };
}

/** How much of its target a metric came to, 0 and more in thousandths; null where there is none of either. */
function targetShare(
  { value }: Pick<CompletionSummary, "value">,
  target: number | null,
): number | null {
  if (value === null || target === null || target <= 0) return null;
  if (typeof value.current !== "number") return null;
  return thousandths(Math.max(0, value.current) / target);
}

/**
 * What an entry of a task's history says of its adherence (docs/rooms/agenda.md#adherence): as of the status that the
 * entry is about, so that the history alone tells what the task counted for, and when.
 */
export function adherenceMetadata(
  task: CountableTask & { readonly snapshot: Pick<TaskSnapshot, "metric" | "metrics"> },
): TaskAdherence & { readonly targetShare: number | null } {
  const metric = taskMetric(task.snapshot);
  const target = metric !== null && isNumeric(metric) ? metric.target : null;
  return { ...adherenceOf(task), targetShare: targetShare(task.completionSummary, target) };
}

/**
 * The parts that are asked of a task, and how many of them are done. While it is open it is one part, and so is a task
 * without items; otherwise its items are its parts, of which those skipped for health are not asked for.
 */
function partsOf({ status, completionSummary, skipReasons }: CountableTask) {
  const { value, completedItemCount, itemCount } = completionSummary;
  if (OPEN.includes(status)) return { done: value === null ? 0 : 1, asked: 1 };
  const isDone = status === "COMPLETED" || (status === "MISSED" && value !== null);
  const [all, done] = itemCount === 0 ? [1, isDone ? 1 : 0] : [itemCount, completedItemCount];
  const uncounted = skipReasons.filter((reason) => UNCOUNTED.includes(reason)).length;
  const outside = skipReasons.filter((reason) => reason === "ALREADY_DONE_OUTSIDE_APP").length;
  return { done: done + outside, asked: all - uncounted };
}

/** Nothing that the client did stands. */
function isUntouched({ status, completionSummary }: CountableTask): boolean {
  const { value, completedItemCount, skippedItemCount } = completionSummary;
  const asMade = status === "PENDING" || status === "MISSED";
  return asMade && value === null && completedItemCount === 0 && skippedItemCount === 0;
}
