import { composeAdmission } from "../../activities/sync/admission/compose-admission.ts";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { DemoHouse } from "./demo-house.ts";
import type { DemoClient } from "./demo-people.ts";

/** Sends operations from a phone of a client. */
export async function sendFromPhone(
  { admission }: DemoHouse,
  { client, deviceId }: SendingPhone,
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return;
  await composeAdmission(admission)({
    relationshipId: client.relationshipId,
    deviceId,
    actorUserId: client.userId,
    actor: "CLIENT",
    surface: "CLIENT_MOBILE",
    requestId: "demo",
    body: JSON.stringify({ deviceId, operations }),
    operations,
    faultyOrdinals: new Set(),
    outboxHealth: null,
    arrivedMs: performance.now(),
    isAwaited: () => true,
    readWithin: async () => undefined,
  });
}

/** A client, and the phone that sends. */
interface SendingPhone {
  readonly client: DemoClient;
  readonly deviceId: string;
}

/** An operation as a phone queues it at an instant. */
export function queueOn(
  at: Date,
  operationType: string,
  payload: Record<string, unknown>,
): Operation {
  return {
    clientOperationId: newId(),
    operationType,
    operationVersion: 1,
    localSequence: 1,
    expectedRevision: 1,
    clientRecordedAt: at.toISOString(),
    payloadChecksum: checksumOf(payload),
    payload,
  };
}
