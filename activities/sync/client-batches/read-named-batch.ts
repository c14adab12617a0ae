import { Refusal } from "../../../contract/refusal.ts";
import type { BatchedOperation } from "../../../db/sync/client-batch.ts";
import {
  findNamedBatch,
  writeNamedBatch,
} from "../../../db/sync/client-batches/write-named-batch.ts";
import type { QueryExecutor, Statement } from "../../../db/platform/pipeline/pipeline.ts";
import type { AdmissionRequest } from "../admission/admission.ts";
import { fingerprintOf, shortFingerprint } from "../admission/answers/fingerprint.ts";

/** The operations sent under this batch name before; null if there are none, or if the batch has no name. */
export async function readNamedBatch(
  executor: QueryExecutor,
  { clientBatchId: id, ...batch }: Named,
): Promise<readonly BatchedOperation[] | null> {
  return id === undefined ? null : await findNamedBatch(executor, { ...batch, id });
}

type Named = Pick<AdmissionRequest, "deviceId" | "relationshipId" | "operations" | "clientBatchId">;

/**
 * A batch name belongs to its operations: some or all of them may be sent again under it, but no others.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED.
 */
export function requireSameBatch(
  { operations }: Named,
  known: readonly BatchedOperation[] | null,
): void {
  if (known === null) return;
  const fingerprints = new Map(known.map(({ id, fingerprint }) => [id, fingerprint]));
  const isOther = ({ id, fingerprint }: BatchedOperation) => fingerprints.get(id) !== fingerprint;
  if (batched(operations).some(isOther)) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
}

/** The write that stores a batch's name in its transaction; null for a batch without one. */
export function namedBatchWrite(
  { clientBatchId: id, operations, ...batch }: Named,
  { lineageId, now }: { readonly lineageId: string; readonly now: Date },
): Statement<void> | null {
  if (id === undefined) return null;
  const stored = { lineageId, receivedAt: now, operations: batched(operations) };
  return async (executor) => await writeNamedBatch(executor, { ...batch, id }, stored);
}

function batched(operations: Named["operations"]): readonly BatchedOperation[] {
  return operations.map((operation) => ({
    id: operation.clientOperationId,
    fingerprint: shortFingerprint(fingerprintOf(operation)),
  }));
}
