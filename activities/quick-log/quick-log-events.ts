import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { batchIdOf } from "../../db/platform/new-id.ts";
import {
  type AcceptedImport,
  type AcceptedOperation,
  listAcceptedOperations,
} from "../../db/quick-log/settlement.ts";
import type { ReceiptEvent } from "../sync/operation-feature.ts";

/**
 * Lists the events of accepted quick-log operations for the feed (docs/rooms/quick-log.md#events). Sync emits refusals.
 */
export async function listQuickLogEvents(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly ReceiptEvent[]> {
  const accepted = await listAcceptedOperations(em, batchIds);
  return [
    ...accepted.flatMap(operationEvents),
    ...todaySyncEvents(accepted.filter(({ imported }) => imported === null)),
  ];
}

/** The events of an accepted operation, with ids only. */
function operationEvents(operation: AcceptedOperation): ReceiptEvent[] {
  const { imported } = operation;
  if (imported !== null) return importEvents(operation, imported);
  const { receiptId, relationshipId, taskId, taskRevision, isUndo } = operation;
  const refs = { relationshipId, taskId, receiptId };
  const eventOf = (type: EventType, subjectId: string) => ({
    type,
    subjectId,
    receiptId,
    version: taskRevision,
    refs,
  });
  const accepted = eventOf("QuickLogOperationAccepted", receiptId);
  const { items, recordsValue, isMeasured, taskFrom, taskTo } = operation;
  const changed = taskFrom === taskTo ? [] : [eventOf(changeTo(taskTo), taskId)];
  if (isUndo) return [accepted, ...changed];
  return [
    accepted,
    ...(items ?? []).flatMap(({ itemId, to }) => itemEvent(eventOf, itemId, to)),
    // A value has the id of its receipt.
    ...(recordsValue ? [eventOf("QuickLogValueRecorded", receiptId)] : []),
    ...(isMeasured ? [eventOf("MeasurementEntrySubmitted", receiptId)] : []),
    ...changed,
  ];
}

/** The event of an import, by metric. */
const IMPORT_EVENTS: Readonly<Partial<Record<string, EventType>>> = { STEPS: "StepsImported" };

/** The events of an import on its day's metric; it changes the status of no task. */
function importEvents(
  { receiptId, relationshipId }: AcceptedOperation,
  { localDate, metricKind }: AcceptedImport,
): ReceiptEvent[] {
  const refs = { relationshipId, receiptId };
  const shared = { subjectId: receiptId, receiptId, version: 0 };
  const type = IMPORT_EVENTS[metricKind];
  return [
    { ...shared, type: "QuickLogOperationAccepted", refs },
    ...(type === undefined ? [] : [{ ...shared, type, refs: { ...refs, localDate } }]),
  ];
}

/** One event for each batch with accepted work on daily tasks, after its last operation; ids and counts only. */
function todaySyncEvents(operations: readonly AcceptedOperation[]): ReceiptEvent[] {
  const byBatch = Map.groupBy(operations, ({ receiptId }) => batchIdOf(receiptId));
  return [...byBatch].flatMap(([batchId, ofBatch]) => {
    const last = ofBatch.at(-1);
    if (last === undefined) return [];
    const { relationshipId, receiptId } = last;
    const refs = { relationshipId, acceptedCount: ofBatch.length };
    return [
      { type: "MobileTodaySyncAccepted", subjectId: batchId, receiptId, version: 0, refs } as const,
    ];
  });
}

type EventOf = (type: EventType, subjectId: string) => ReceiptEvent;

function itemEvent(eventOf: EventOf, itemId: string, to: string): ReceiptEvent[] {
  if (to === "COMPLETED") return [eventOf("DailyTaskItemCompleted", itemId)];
  return to === "SKIPPED" ? [eventOf("DailyTaskItemSkipped", itemId)] : [];
}

/** All other changes share one event: started, resumed by an undo, or missed again after an undo on a closed day. */
function changeTo(status: TaskStatus): EventType {
  if (status === "COMPLETED") return "DailyTaskCompleted";
  if (status === "SKIPPED") return "DailyTaskSkipped";
  return status === "MISSED" ? "DailyTaskMissed" : "DailyTaskStatusChanged";
}
