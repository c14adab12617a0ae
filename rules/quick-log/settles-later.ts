import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { TaskState } from "./types.ts";

/**
 * Whether the consequences of an accepted action may wait for those of other batches (docs/rooms/storage.md#relay). A
 * skip concerns the coach, an undo the people who saw what it undoes, and a closed or reviewed day is corrected.
 */
export function settlesLater(
  actionKind: QuickLogActionKind,
  { dayClosedAt, dayReviewedAt }: Pick<TaskState, "dayClosedAt" | "dayReviewedAt">,
): boolean {
  return ORDINARY.has(actionKind) && dayClosedAt === null && dayReviewedAt === null;
}

/** A kind that is not named settles at once. */
const ORDINARY: ReadonlySet<QuickLogActionKind> = new Set([
  "COMPLETE_TASK",
  "COMPLETE_ITEM",
  "COMPLETE_ALL_ITEMS",
  "RECORD_VALUE",
  "OPEN_STRUCTURED_LOG",
  "SNOOZE",
]);
