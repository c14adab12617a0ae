import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { FeedEvent } from "../../../contract/outbox/vocabulary.ts";
import { batchIdOf, idFrom } from "../../../db/platform/new-id.ts";
import {
  listReceiptsOf,
  listRefusing,
  type StoredReceipt,
} from "../../../db/sync/receipts/stored-receipts.ts";
import {
  findOperationType,
  type OperationFeature,
  type ReceiptEvent,
} from "../operation-feature.ts";

/**
 * The events of batches that only the feed consumes, by batch, in operation order. They are derived from the batch's
 * rows, which are never rewritten. Each id derives from receipt, type and subject, so a redelivery yields the same
 * events.
 */
export async function listBatchEvents(
  em: SqlEntityManager,
  features: readonly OperationFeature[],
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FeedEvent[]>> {
  const found: ReceiptEvent[] = [];
  for (const feature of features) {
    found.push(...((await feature.listEvents?.(em, batchIds)) ?? []));
  }
  // Most batches refuse nothing, and planning the read of all receipts takes longer than this query.
  const refusing = await listRefusing(em, batchIds);
  const receipts = refusing.length === 0 ? [] : await listReceiptsOf(em, refusing);
  found.push(...receipts.flatMap((receipt) => refusal(receipt, features)));
  const inOrder = found.toSorted(({ receiptId: one }, { receiptId: other }) =>
    one < other ? -1 : Number(one > other),
  );
  const byBatch = Map.groupBy(inOrder, ({ receiptId }) => batchIdOf(receiptId));
  return new Map([...byBatch].map(([batchId, own]) => [batchId, own.map(feedEvent)]));
}

/** Sync refuses much that its feature never sees, so sync emits all refusals. */
function refusal(
  { relationshipId, receiptId, type: operationType, status, code }: StoredReceipt,
  features: readonly OperationFeature[],
): ReceiptEvent[] {
  const type = findOperationType(features, operationType)?.type.refusedEvent;
  if (status === "ACCEPTED" || type === undefined) return [];
  const refs = { relationshipId, receiptId, code };
  return [{ type, receiptId, subjectId: receiptId, version: 0, refs }];
}

function feedEvent({ receiptId, type, subjectId, version, refs }: ReceiptEvent): FeedEvent {
  return { eventId: idFrom(receiptId, `${type}/${subjectId}`), type, subjectId, version, refs };
}
