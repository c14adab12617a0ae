import type { CompletionSummary, TaskSnapshot } from "../../contract/agenda/schema.ts";
import {
  OPEN_TASK_STATUSES,
  WITHDRAWN_TASK_STATUSES,
  type TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import { isNumeric, taskMetric } from "./task-metric.ts";
import { UNCOUNTED_SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { thousandths } from "./thousandths.ts";

/** Whether a task counts, and how much of it is done: the single rule of adherence (docs/rooms/agenda.md#adherence). */
export function adherenceOf(task: CountableTask): TaskAdherence {
  if (WITHDRAWN.includes(task.status)) return COUNTS_FOR_NOTHING;
  if (task.notOffered && isUntouched(task)) return COUNTS_FOR_NOTHING;
  const { done, total } = partsOf(task);
  return total === 0 ? COUNTS_FOR_NOTHING : { counts: true, score: thousandths(done / total) };
}

/** The facts that decide whether a task counts. */
export interface CountableTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
  /** The skip reason of each skipped item, or of a SKIPPED task without items. In any order. */
  readonly skipReasons: readonly SkipReason[];
  /** Its day opened too late to be offered to the client. */
  readonly notOffered: boolean;
}

/** How much a task counts in the adherence of its day. */
export interface TaskAdherence {
  readonly counts: boolean;
  /** Done share, 0 to 1 in thousandths; 0 if the task does not count. */
  readonly score: number;
}

const WITHDRAWN: readonly TaskStatus[] = WITHDRAWN_TASK_STATUSES;
const OPEN: readonly TaskStatus[] = OPEN_TASK_STATUSES;
const UNCOUNTED: readonly SkipReason[] = UNCOUNTED_SKIP_REASONS;

const COUNTS_FOR_NOTHING: TaskAdherence = { counts: false, score: 0 };

/** The share of its target that a metric reached, 0 or more in thousandths; null without a metric or target. */
function targetShare(
  { value }: Pick<CompletionSummary, "value">,
  target: number | null,
): number | null {
  if (value === null || target === null || target <= 0) return null;
  if (typeof value.current !== "number") return null;
  return thousandths(Math.max(0, value.current) / target);
}

/**
 * The adherence recorded with a history entry (docs/rooms/agenda.md#adherence), for the status of that entry. The
 * history alone then shows what the task counted for, and when.
 */
export function adherenceMetadata(
  task: CountableTask & { readonly snapshot: Pick<TaskSnapshot, "metric" | "metrics"> },
): TaskAdherence & { readonly targetShare: number | null } {
  const metric = taskMetric(task.snapshot);
  const target = metric !== null && isNumeric(metric) ? metric.target : null;
  return { ...adherenceOf(task), targetShare: targetShare(task.completionSummary, target) };
}

/**
 * The required parts of a task, and how many are done. An open task, or one without items, is one part. Otherwise
 * each item is a part, except those skipped for health.
 */
function partsOf({ status, completionSummary, skipReasons }: CountableTask) {
  const { value, completedItemCount, itemCount } = completionSummary;
  if (OPEN.includes(status)) return { done: value === null ? 0 : 1, total: 1 };
  const isDone = status === "COMPLETED" || (status === "MISSED" && value !== null);
  const [all, done] = itemCount === 0 ? [1, isDone ? 1 : 0] : [itemCount, completedItemCount];
  const uncounted = skipReasons.filter((reason) => UNCOUNTED.includes(reason)).length;
  const outside = skipReasons.filter((reason) => reason === "ALREADY_DONE_OUTSIDE_APP").length;
  return { done: done + outside, total: all - uncounted };
}

/** Nothing that the client did remains in force. */
function isUntouched({ status, completionSummary }: CountableTask): boolean {
  const { value, completedItemCount, skippedItemCount } = completionSummary;
  const asMade = status === "PENDING" || status === "MISSED";
  return asMade && value === null && completedItemCount === 0 && skippedItemCount === 0;
}
