import type { QuickLogHistoryItem } from "../../contract/quick-log/history-schema.ts";
import type { QuickLogReceipt } from "../../contract/quick-log/receipt-schema.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import type { LoggedReceipt } from "../../db/quick-log/receipts/queries.ts";
import type { HistoryRow } from "../../db/quick-log/queries.ts";
import type { TaskView } from "../../rules/agenda/agenda-task.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";
import type { AdmittedTaskOperation } from "./admit-task-operation.ts";

/** The answer to a single action: receipt, task, and the day it belongs to. */
export function presentAction({ taskId, deviceId, result, tasks, logged }: AdmittedTaskOperation) {
  const task = tasks.find(({ id }) => id === taskId);
  const day = summariseDay(tasks);
  return {
    receipt: presentQuickLogReceipt(result, { deviceId, logged }),
    task: task === undefined ? null : presentTaskState(task),
    adherenceSummary: day.adherence,
    counters: day.counters,
    agendaVersion: day.agendaVersion,
  };
}

/**
 * A verdict with its subject. Items of one act have the revision of their task.
 *
 * @param sent the device that sends the operation now, and the record behind the receipt, if there is one.
 */
export function presentQuickLogReceipt(
  result: OperationResult,
  sent: { readonly deviceId: string; readonly logged: LoggedReceipt | undefined },
): QuickLogReceipt {
  const { logged } = sent;
  const movedItems = isAccepted(result) && (logged?.effects?.items ?? []).length > 0;
  return {
    ...result,
    deviceId: logged?.deviceId ?? sent.deviceId,
    acceptedItemRevision: movedItems ? result.acceptedRevision : null,
    agendaRefreshDate: logged?.localDate ?? null,
  };
}

/** Whether an operation is accepted, now or earlier. */
export function isAccepted({ status }: OperationResult): boolean {
  return status === "ACCEPTED" || status === "ALREADY_ACCEPTED";
}

/** A task as shown with a verdict. */
export function presentTaskState(task: TaskView) {
  return {
    taskId: task.id,
    localDate: task.localDate,
    status: task.status,
    revision: task.revision,
    snoozedUntil: task.snoozedUntil?.toISOString() ?? null,
    completionSummary: task.completionSummary,
    items: task.items.map(({ id, status, revision }) => ({ itemId: id, status, revision })),
  };
}

/** An operation of the history, with its weight in its day; a refused one has none. */
export function presentHistoryItem({ effects, ...row }: HistoryRow): QuickLogHistoryItem {
  if (effects === null) return { ...row, adherence: [] };
  const { deltaType, scoreDelta } = adherenceDelta(effects);
  return { ...row, adherence: [{ deltaType, scoreDelta }] };
}
