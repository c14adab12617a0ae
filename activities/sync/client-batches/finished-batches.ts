import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { idFrom } from "../../../db/platform/new-id.ts";
import {
  type FinishedBatch,
  markFinishedBatches,
} from "../../../db/sync/client-batches/mark-finished-batches.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * The events of named batches that have become final (docs/rooms/workouts.md#sync), each returned once. The caller
 * holds the relationships' locks and appends the events.
 */
export async function finishedBatches(
  tx: Tx,
  which: Parameters<typeof markFinishedBatches>[1],
  now: Date,
): Promise<readonly DomainEvent[]> {
  return (await markFinishedBatches(tx, which, now)).map(finishedEvent);
}

function finishedEvent({
  id,
  lineageId,
  relationshipId,
  deviceId,
  operationCount,
  acceptedCount,
}: FinishedBatch): DomainEvent {
  const type =
    acceptedCount === operationCount
      ? "MobileWorkoutSyncBatchAccepted"
      : "WorkoutSyncBatchPartiallyRejected";
  const refs = { relationshipId, deviceId, operationCount, acceptedCount };
  return {
    eventId: idFrom(id, `${type}/${relationshipId}/${lineageId}`),
    type,
    subjectId: id,
    version: 0,
    refs,
  };
}
