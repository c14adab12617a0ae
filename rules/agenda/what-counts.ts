import type { CompletionSummary, TaskSnapshot } from "../../contract/agenda/schema.ts";
import { WITHDRAWN_TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { isNumeric, taskMetric } from "./task-metric.ts";
import { UNCOUNTED_SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { thousandths } from "./thousandths.ts";

/** What of a task tells whether it counts. */
export interface CountableTask {
  readonly status: TaskStatus;
  readonly completionSummary: CompletionSummary;
  /** Of the skip that made it SKIPPED; null of any other task. */
  readonly skipReason: SkipReason | null;
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
const UNCOUNTED: readonly SkipReason[] = UNCOUNTED_SKIP_REASONS;

const COUNTS_FOR_NOTHING: TaskAdherence = { counts: false, score: 0 };

/** Whether a task counts, and how much of it is done: the one rule of adherence (docs/rules.md#agenda-adherence). */
export function adherenceOf(task: CountableTask): TaskAdherence {
  const { status, skipReason } = task;
  if (WITHDRAWN.includes(status)) return COUNTS_FOR_NOTHING;
  if (task.notOffered && isUntouched(task)) return COUNTS_FOR_NOTHING;
  if (status !== "SKIPPED") return { counts: true, score: shareDone(task) };
  if (skipReason !== null && UNCOUNTED.includes(skipReason)) return COUNTS_FOR_NOTHING;
  return { counts: true, score: skipReason === "ALREADY_DONE_OUTSIDE_APP" ? 1 : 0 };
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
 * What an entry of a task's history says of its adherence (docs/rules.md#agenda-adherence): as of the status that the
 * entry is about, so that the history alone tells what the task counted for, and when.
 */
export function adherenceMetadata(
  task: CountableTask & { readonly snapshot: Pick<TaskSnapshot, "metric" | "metrics"> },
): TaskAdherence & { readonly targetShare: number | null } {
  const metric = taskMetric(task.snapshot);
  const target = metric !== null && isNumeric(metric) ? metric.target : null;
  return { ...adherenceOf(task), targetShare: targetShare(task.completionSummary, target) };
}

function shareDone({ status, completionSummary }: CountableTask): number {
  const { value, completedItemCount, itemCount } = completionSummary;
  if (status === "COMPLETED" || value !== null) return 1;
  if (status !== "MISSED" || itemCount === 0) return 0;
  return thousandths(completedItemCount / itemCount);
}

/** Nothing that the client did stands. */
function isUntouched({ status, completionSummary }: CountableTask): boolean {
  const { value, completedItemCount, skippedItemCount } = completionSummary;
  const asMade = status === "PENDING" || status === "MISSED";
  return asMade && value === null && completedItemCount === 0 && skippedItemCount === 0;
}
