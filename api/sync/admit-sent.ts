import { admitBatch } from "../../activities/sync/admission/admit-batch.ts";
import type { AdmissionRequest, AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { SyncRequest } from "../../contract/sync/schema.ts";
import type { Statement } from "../../db/flight.ts";
import type { ApiDeps } from "../deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { countDropped } from "./count-dropped.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { deviceSurfaceOf } from "./own-device.ts";

/** A request that brings a batch, as it came. */
export interface SentBatch {
  readonly body: unknown;
  readonly rawBody: string;
  /** Below the payloads of its operations. */
  readonly toleratedFaults: readonly { readonly pointer: string }[];
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly deps: ApiDeps;
}

/** The body as it was read, and the scope that the batch is for. */
interface ReadBatch extends Pick<AdmissionRequest, "relationshipId" | "actor"> {
  readonly batchBody: SyncRequest;
}

/**
 * Admits the batch of a request and counts what became of it, by whichever route it comes.
 *
 * @throws Refusal RATE_LIMITED for a device that was refused too much today; what {@link admitBatch} throws.
 */
export async function admitSent<Extra>(
  { body, rawBody, toleratedFaults, caller, request, deps }: SentBatch,
  { relationshipId, actor, batchBody }: ReadBatch,
  readWithin: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  countDropped(deps.metrics, { body, text: rawBody }, batchBody);
  const { deviceId, operations, outbox, clientSentAt } = batchBody;
  const device = { userId: caller.userId, deviceId };
  deps.refusedBytes.requireRoom(device);
  const admitted = await admitBatch(
    deps.admission,
    {
      relationshipId,
      deviceId,
      actorUserId: caller.userId,
      actor,
      surface: deviceSurfaceOf(caller),
      appSessionId: caller.appSessionId,
      requestId: request.requestId,
      isAwaited: request.isAwaited,
      body: rawBody,
      bodyValue: body,
      operations,
      faultyOrdinals: faultyOrdinals(toleratedFaults),
      outboxHealth: outbox ?? null,
      clientSentAt,
    },
    readWithin,
  );
  countVerdicts(deps.metrics, admitted.results);
  await deps.refusedBytes.count(device, admitted.refusedLength);
  return admitted;
}

function faultyOrdinals(faults: SentBatch["toleratedFaults"]): ReadonlySet<number> {
  return new Set(faults.map(({ pointer }) => Number(pointer.split("/")[2])));
}
