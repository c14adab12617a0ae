import type { ClientOutboxHealth } from "../../../../contract/sync/schema.ts";
import type { Tx } from "../../../../db/platform/transactions/transact.ts";
import type { AdmissionDeps } from "../admission.ts";
import { outboxHealthAfter } from "../answers/results-in-order.ts";
import { orBatchFault } from "../batch-fault.ts";
import type { Decided } from "../decided.ts";
import { ordinalsWithPayload, placesOfFeatures } from "./ordinals-with-payload.ts";
import type { PreparedBatch } from "../prepare/prepare-batch.ts";
import type { Batch } from "../read-batch.ts";
import { recordAdmission, type RecordedAdmission } from "./record-admission.ts";

/**
 * Creates the rows of a decided batch, and writes what a replaced operation left. The last-seen time is left out if it
 * may have caused the earlier failure.
 *
 * @throws BatchFault if a write fails.
 */
export async function recordBatch<Extra>(
  tx: Tx,
  { features, settlementWaitMs = 0 }: AdmissionDeps,
  { prepared, batch, decided }: DecidedBatch<Extra>,
): Promise<RecordedBatch> {
  const { request, isolates } = prepared;
  const body = prepared.body.text({
    whole: ordinalsWithPayload(batch, decided),
    bare: placesOfFeatures(batch, decided),
  });
  const outboxHealth = outboxHealthAfter(request.outboxHealth, batch.classified, decided);
  const lastSeen = isolates ? null : { outboxHealth };
  const stored = { ...request, clock: batch.clock, body, lastSeen };
  const recorded = await orBatchFault(() =>
    recordAdmission(tx, { ...batch, features, request: stored, decided, settlementWaitMs }),
  );
  return { ...recorded, unwrittenHealth: isolates ? outboxHealth : null };
}

/** A batch of which something was decided. */
interface DecidedBatch<Extra> {
  readonly prepared: PreparedBatch<Extra>;
  readonly batch: Batch;
  readonly decided: Decided;
}

/** The rows of a decided batch, and those of its device to write afterwards. */
export interface RecordedBatch extends RecordedAdmission {
  /** The device's outbox report, if it is not written with the batch. */
  readonly unwrittenHealth: ClientOutboxHealth | null;
}
