import { admitBatch } from "../../activities/sync/admission/admit-batch.ts";
import type { AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import type { Statement } from "../../db/flight.ts";
import type { ApiDeps } from "../deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { deviceSurfaceOf } from "./own-device.ts";

/** One operation of a client that was sent by a route of its own, and from where. */
export interface Lone {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly clientSentAt: string | undefined;
  readonly operation: Operation;
}

/**
 * Admits one operation as a batch of its own: what the same device would have sent in a queue.
 *
 * @param extra read after the operation, in the same transaction.
 */
export async function admitLone<Extra>(
  { deps, caller, request }: { deps: ApiDeps; caller: Caller; request: RequestFacts },
  { operation, ...lone }: Lone,
  extra: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  return await admitBatch(
    deps.admission,
    {
      ...lone,
      actorUserId: caller.userId,
      actor: "CLIENT",
      surface: deviceSurfaceOf(caller),
      appSessionId: caller.appSessionId,
      requestId: request.requestId,
      isAwaited: request.isAwaited,
      body: JSON.stringify({ deviceId: lone.deviceId, operations: [operation] }),
      operations: [operation],
      faultyOrdinals: new Set(),
      outboxHealth: null,
    },
    extra,
  );
}
