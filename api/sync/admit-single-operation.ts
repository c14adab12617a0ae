import type { AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import type { Statement } from "../../db/pipeline.ts";
import { admitCounted, type Sending } from "./admit-counted.ts";

/**
 * Admits one operation as a batch of its own, as the same device would have sent it in a queue.
 *
 * @param extra read after the operation, in the same transaction.
 * @throws what {@link admitCounted} throws.
 */
export async function admitSingleOperation<Extra>(
  sending: Sending,
  { operation, ...single }: SingleOperation,
  extra: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const operations = [operation];
  const bodyValue = { deviceId: single.deviceId, operations };
  const batch = {
    ...single,
    actor: "CLIENT",
    body: JSON.stringify(bodyValue),
    bodyValue,
    operations,
    isOurs: true,
    faultyOrdinals: new Set<number>(),
    outboxHealth: null,
  } as const;
  return await admitCounted(sending, batch, extra);
}

/** One operation that a client sent to its own route, with its origin. */
export interface SingleOperation {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly clientSentAt: string | undefined;
  readonly operation: Operation;
}
