import type {
  AdmissionRequest,
  AdmittedBatch,
} from "../../../activities/sync/admission/admission.ts";
import type { SyncRequest } from "../../../contract/sync/schema.ts";
import type { Statement } from "../../../db/pipeline.ts";
import { admitCounted, type Sending } from "../admit-counted.ts";
import { countDropped } from "../count-dropped.ts";

/** A request that brings a batch, as it came. */
export interface SentBatch extends Sending {
  readonly body: unknown;
  readonly rawBody: string;
  /** Below the payloads of its operations. */
  readonly toleratedFaults: readonly { readonly pointer: string }[];
}

/** The body as it was read, and the scope that the batch is for. */
interface ReadBatch extends Pick<AdmissionRequest, "relationshipId" | "actor" | "clientBatchId"> {
  readonly batchBody: SyncRequest;
  /** The request as it is kept, where the operations did not come as they are queued; as it came unless told. */
  readonly kept?: Pick<AdmissionRequest, "body" | "bodyValue" | "isOurs">;
}

/** Admits the batch of a request. @throws what {@link admitCounted} throws. */
export async function admitSent<Extra>(
  { body, rawBody, toleratedFaults, ...sending }: SentBatch,
  {
    relationshipId,
    actor,
    clientBatchId,
    batchBody,
    kept = { body: rawBody, bodyValue: body },
  }: ReadBatch,
  readWithin: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  countDropped(sending.deps.metrics, { body, text: rawBody }, batchBody);
  const { deviceId, operations, outbox, clientSentAt } = batchBody;
  const batch = {
    relationshipId,
    deviceId,
    actor,
    ...kept,
    operations,
    faultyOrdinals: faultyOrdinals(toleratedFaults),
    outboxHealth: outbox ?? null,
    clientSentAt,
    ...(clientBatchId !== undefined && { clientBatchId }),
  };
  return await admitCounted(sending, batch, readWithin);
}

/** Places of the operations whose payload is not I-JSON. */
export function faultyOrdinals(faults: SentBatch["toleratedFaults"]): ReadonlySet<number> {
  return new Set(faults.map(({ pointer }) => Number(pointer.split("/")[2])));
}
