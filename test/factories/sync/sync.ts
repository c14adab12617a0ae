import type { SqlEntityManager } from "@mikro-orm/postgresql";
import pino from "pino";
import { createAdmissionQueue } from "../../../activities/sync/admission/in-process/admission-queue.ts";
import { createAdmissionsUnderWay } from "../../../activities/sync/admission/in-process/admissions-under-way.ts";
import { createRecentBatches } from "../../../activities/sync/admission/in-process/recent-batches.ts";
import { composeAdmission } from "../../../activities/sync/admission/compose-admission.ts";
import type {
  AdmissionDeps,
  AdmissionRequest,
} from "../../../activities/sync/admission/admission.ts";
import { checksumOf } from "../../../activities/sync/admission/prepare/judge-operation.ts";
import { registerDevice } from "../../../activities/sync/devices/register-device.ts";
import type { OperationFeature } from "../../../activities/sync/operation-feature.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { findScopeImages } from "../../harness/scope-images.ts";
import { buildAgendaOwner } from "../agenda/agenda-owner.ts";
import { copyDay } from "../agenda/copied-day.ts";
import { buildAgenda, type AgendaOwner, type BuiltAgenda } from "../plans/plans.ts";

/** A client with an agenda for today and a registered phone. */
export interface BuiltScope extends AgendaOwner {
  readonly clientUserId: string;
  readonly agenda: BuiltAgenda;
  readonly deviceId: string;
}

/** The part of a scope that its phone needs to send a batch. */
export type SubmittingPhone = Pick<BuiltScope, "relationshipId" | "deviceId" | "clientUserId">;

/** A relationship in the middle of its day. */
export async function buildScope(em: SqlEntityManager): Promise<BuiltScope> {
  const images = findScopeImages();
  if (images !== null) {
    const { coach, client, idOf, ...copied } = await copyDay(em, images, images.scope);
    const deviceId = idOf(images.ids.deviceId);
    return { ...copied, coachUserId: coach.userId, clientUserId: client.userId, deviceId };
  }
  const owner = await buildAgendaOwner(em);
  const agenda = await buildAgenda(em, owner);
  const deviceId = await buildDevice(em, owner.clientUserId);
  return { ...owner, agenda, deviceId };
}

/** Registers a phone of this user. Returns the device id. */
export async function buildDevice(
  em: SqlEntityManager,
  userId: string,
  installationId: string = newId(),
  appSurface: DeviceSurface = "CLIENT_MOBILE",
): Promise<string> {
  const device = await transact(em, (tx) =>
    registerDevice(tx, {
      userId,
      appSessionId: newId(),
      requestId: "test",
      secretHashOf: (deviceId) => `hash of the secret of ${deviceId}`,
      registration: {
        appSurface,
        installationId,
        appVersion: "1.0.0",
        buildNumber: 1,
        platform: "IOS",
        osVersion: "19.1",
      },
    }),
  );
  return device.deviceId;
}

/** An operation as a phone queues it. */
export function queued(
  operationType: string,
  payload: Record<string, unknown>,
  changes: Partial<Operation> = {},
): Operation {
  return {
    clientOperationId: newId(),
    operationType,
    operationVersion: 1,
    localSequence: 1,
    expectedRevision: 1,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    payloadChecksum: checksumOf(payload),
    payload,
    ...changes,
  };
}

/** Dependencies of admission, by default with production's features. */
export function admissionDeps(
  em: SqlEntityManager,
  features: readonly OperationFeature[] = operationFeatures,
): AdmissionDeps {
  return {
    em,
    features,
    queue: createAdmissionQueue({ connections: 20 }),
    recent: createRecentBatches(),
    underWay: createAdmissionsUnderWay(),
    log: pino({ level: "silent" }),
  };
}

/** A batch of this scope's phone. */
export function submission(
  scope: SubmittingPhone,
  operations: readonly Operation[],
  changes: Partial<AdmissionRequest> = {},
): AdmissionRequest {
  return {
    relationshipId: scope.relationshipId,
    deviceId: scope.deviceId,
    actorUserId: scope.clientUserId,
    actor: "CLIENT",
    surface: "CLIENT_MOBILE",
    requestId: "test",
    body: JSON.stringify({ deviceId: scope.deviceId, operations }),
    operations,
    faultyOrdinals: new Set(),
    outboxHealth: null,
    arrivedMs: performance.now(),
    isAwaited: () => true,
    readWithin: async () => undefined,
    ...changes,
  };
}

/** Submits a batch of this scope's phone. */
export function submit(
  deps: AdmissionDeps,
  scope: SubmittingPhone,
  operations: readonly Operation[],
  changes: Partial<AdmissionRequest> = {},
) {
  return composeAdmission(deps)(submission(scope, operations, changes));
}
