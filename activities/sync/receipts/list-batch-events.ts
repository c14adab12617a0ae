import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { FeedEvent } from "../../../contract/outbox/vocabulary.ts";
import { idFrom } from "../../../db/new-id.ts";
import {
  listBatchReceipts,
  type BatchReceipt,
} from "../../../db/sync/receipts/list-batch-receipts.ts";
import {
  findOperationType,
  type OperationFeature,
  type ReceiptEvent,
} from "../operation-feature.ts";

/**
 * The events of batches that only the feed hears, by batch, in the order of their operations. They are
 * found in what the batch left, which is never rewritten, and each has an id that follows from its
 * receipt, type and subject: however often it is told, it is the same event.
 */
export async function listBatchEvents(
  em: SqlEntityManager,
  features: readonly OperationFeature[],
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FeedEvent[]>> {
  const receipts = await listBatchReceipts(em, batchIds);
  const accepted: ReceiptEvent[] = [];
  for (const feature of features) {
    accepted.push(...((await feature.listEvents?.(em, batchIds)) ?? []));
  }
  const byReceipt = Map.groupBy(accepted, ({ receiptId }) => receiptId);
  const eventsOf = (receipt: BatchReceipt) =>
    [...(byReceipt.get(receipt.receiptId) ?? []), ...refusal(receipt, features)].map(feedEvent);
  const byBatch = Map.groupBy(receipts, ({ batchId }) => batchId);
  return new Map([...byBatch].map(([batchId, own]) => [batchId, own.flatMap(eventsOf)]));
}

/** Sync itself refuses much that its feature never sees, so it tells of all refusals. */
function refusal(
  { relationshipId, receiptId, type: operationType, status, code }: BatchReceipt,
  features: readonly OperationFeature[],
): ReceiptEvent[] {
  const type = findOperationType(features, operationType)?.type.refusedEvent;
  if (status === "ACCEPTED" || type === undefined) return [];
  const refs = { relationshipId, receiptId, code };
  return [{ type, receiptId, subjectId: receiptId, version: 0, refs }];
}

function feedEvent({ receiptId, ...event }: ReceiptEvent): FeedEvent {
  return { eventId: idFrom(receiptId, `${event.type}/${event.subjectId}`), ...event };
}
