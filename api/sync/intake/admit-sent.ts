import type {
  AdmissionRequest,
  AdmittedBatch,
} from "../../../activities/sync/admission/admission.ts";
import type { SyncRequest } from "../../../contract/sync/schema.ts";
import type { Statement } from "../../../db/pipeline.ts";
import { admitCounted, type Sending } from "../admit-counted.ts";
import { countDropped } from "../count-dropped.ts";

/** Admits the batch of a request. @throws what {@link admitCounted} throws. */
export async function admitSent<Extra>(
  { body, rawBody, toleratedFaults, ...sending }: SentBatch,
  {
    relationshipId,
    actor,
    clientBatchId,
    batchBody,
    stored = { body: rawBody, bodyValue: body },
  }: ReadBatch,
  readWithin: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  countDropped(sending.deps.metrics, { body, text: rawBody }, batchBody);
  const { deviceId, operations, outbox, clientSentAt } = batchBody;
  const batch = {
    relationshipId,
    deviceId,
    actor,
    ...stored,
    operations,
    faultyOrdinals: faultyOrdinals(toleratedFaults),
    outboxHealth: outbox ?? null,
    clientSentAt,
    ...(clientBatchId !== undefined && { clientBatchId }),
  };
  return await admitCounted(sending, batch, readWithin);
}

/** A request with a batch, as received. */
export interface SentBatch extends Sending {
  readonly body: unknown;
  readonly rawBody: string;
  /** Faults below the payloads of its operations. */
  readonly toleratedFaults: readonly { readonly pointer: string }[];
}

/** The parsed body, and the batch's scope. */
interface ReadBatch extends Pick<AdmissionRequest, "relationshipId" | "actor" | "clientBatchId"> {
  readonly batchBody: SyncRequest;
  /** The request to store, if its operations came in another form than queued; as received by default. */
  readonly stored?: Pick<AdmissionRequest, "body" | "bodyValue" | "isOurs">;
}

/** Ordinals of the operations whose payload is not I-JSON. */
export function faultyOrdinals(faults: SentBatch["toleratedFaults"]): ReadonlySet<number> {
  return new Set(faults.map(({ pointer }) => Number(pointer.split("/")[2])));
}
