import type { AdmissionRequest } from "../../activities/sync/admission/admission.ts";
import type { Operation, SyncRequest } from "../../contract/sync/schema.ts";
import type { Statement } from "../../db/platform/pipeline/pipeline.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { deviceSurfaceOf } from "./require-own-device.ts";

/**
 * Makes the admission request of a queued batch.
 *
 * @param readWithin read after the batch, in the same transaction.
 */
export function batchRequest<Extra>(
  { body, rawBody, toleratedFaults, ...sending }: SentBatch,
  {
    relationshipId,
    actor,
    clientBatchId,
    batchBody,
    stored = { body: rawBody, bodyValue: body },
  }: ReadBatch,
  readWithin: Statement<Extra>,
): AdmissionRequest<Extra> {
  const { deviceId, operations, outbox, clientSentAt } = batchBody;
  return {
    ...senderOf(sending),
    relationshipId,
    deviceId,
    actor,
    ...stored,
    operations,
    faultyOrdinals: faultyOrdinals(toleratedFaults),
    outboxHealth: outbox ?? null,
    clientSentAt,
    ...(clientBatchId !== undefined && { clientBatchId }),
    readWithin,
  };
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

/**
 * Makes the admission request of one operation, as the same device would have sent it in a queue.
 *
 * @param readWithin read after the operation, in the same transaction.
 */
export function operationRequest<Extra>(
  sending: Sending,
  { operation, ...single }: SingleOperation,
  readWithin: Statement<Extra>,
): AdmissionRequest<Extra> {
  const operations = [operation];
  const bodyValue = { deviceId: single.deviceId, operations };
  return {
    ...senderOf(sending),
    ...single,
    actor: "CLIENT",
    body: JSON.stringify(bodyValue),
    bodyValue,
    operations,
    isOurs: true,
    faultyOrdinals: new Set(),
    outboxHealth: null,
    readWithin,
  };
}

/** One operation that a client sent to its own route, with its origin. */
interface SingleOperation {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly clientSentAt: string | undefined;
  readonly operation: Operation;
}

/** The sender of a batch, and its request. */
interface Sending {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

/** @throws Refusal APP_ROLE_MISMATCH for a caller whose surface has no devices. */
function senderOf({ caller, request: { requestId, arrivedMs, isAwaited } }: Sending) {
  const { userId: actorUserId, appSessionId } = caller;
  const surface = deviceSurfaceOf(caller);
  return { actorUserId, surface, appSessionId, requestId, arrivedMs, isAwaited };
}
