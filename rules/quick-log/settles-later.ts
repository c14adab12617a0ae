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
  return ORDINARY[actionKind] && dayClosedAt === null && dayReviewedAt === null;
}

const ORDINARY: Readonly<Record<QuickLogActionKind, boolean>> = {
  COMPLETE_TASK: true,
  COMPLETE_ITEM: true,
  COMPLETE_ALL_ITEMS: true,
  RECORD_VALUE: true,
  OPEN_STRUCTURED_LOG: true,
  SNOOZE: true,
  SKIP: false,
  UNDO: false,
};
