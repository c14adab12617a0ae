import type { Logger } from "pino";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { operationSchema, type OperationResult } from "../../../contract/sync/schema.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { loadAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { findDeferral } from "../../../db/sync/retry/deferral.ts";
import { markRedriven } from "../../../db/sync/support/mark-redriven.ts";
import {
  getRedrivable,
  type RedrivableOperation,
} from "../../../db/sync/support/quarantine/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { type ClockReading, unreadClock } from "../../../rules/sync/correct-clock.ts";
import { retryableResults } from "../admission/answers/retryable-results.ts";
import { decideIsolated } from "../admission/decide-isolated.ts";
import { referencedIds } from "../admission/references/reference-states.ts";
import type { OperationFeature } from "../operation-feature.ts";
import { principalOn, recordAlone, scopeAgain } from "../retry/record-alone.ts";
import { judgeOperation } from "../admission/prepare/judge-operation.ts";
import { classifyOperations, type FreshOperation } from "../admission/classify-operations.ts";
import { waitForMedia } from "../admission/wait-for-media.ts";
import { auditAccess, type Operator } from "./audit-access.ts";
import { isRunning } from "../../../rules/relationships/is-running.ts";

/**
 * Re-drives a quarantined operation from its stored envelope (docs/rooms/sync.md#deferred-operations). It becomes a
 * new operation of the same client under an id of the server, judged as of now. The first receipt stays. A repeated
 * call returns the state of the same new operation.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE. STATE_CONFLICT when the envelope was deleted, the client's account
 * is closed, no feature understands the operation, or it is not due yet.
 */
export async function redriveOperation(tx: Tx, redrive: Redrive): Promise<Redriven> {
  const { receiptId, features, operator } = redrive;
  const deferral = await lockRedrivable(tx, receiptId);
  const { deviceId, appSurface } = deferral;
  await auditAccess(tx, { kind: "REDRIVE", deviceId, receiptIds: [receiptId] }, operator);
  const operation = goingOn(deferral);
  const known = await loadAdmission(executorOf(tx), deferral, referencedIds([operation], features));
  const clock = (await findDeferral(tx, deferral))?.clock ?? unreadClock(known.now);
  const judging = { features, actor: principalOn(appSurface), faulty: false };
  const judged = () => judgeOperation(operation, judging);
  const context = { ...deferral, features, known, clock, judged };
  const classified = classifyOperations([operation], context);
  const actorUserId = known.deviceUserId;
  const [entry] = await waitForMedia(tx, classified, {
    ...deferral,
    actorUserId,
    features,
    now: known.now,
  });
  if (deferral.redrivenAs !== null && entry?.kind === "ANSWERED")
    return { receiptId, deviceId, result: entry.result };
  refuseClosed(deferral, known);
  if (entry?.kind !== "FRESH") throw stateConflict("NOT_IN_QUARANTINE");
  const result = await admitAgain(tx, redrive, { deferral, known, entry, clock });
  const redrivenAs = operation.clientOperationId;
  await markRedriven(tx, deferral, { redrivenAs, now: known.now });
  return { receiptId, deviceId, result };
}

/** The quarantined operation, the operator, and the features that may understand it by now. */
export interface Redrive {
  readonly receiptId: string;
  readonly operator: Operator;
  readonly features: readonly OperationFeature[];
  readonly log: Logger;
}

/** The new operation and its present state. */
export interface Redriven {
  readonly receiptId: string;
  readonly deviceId: string;
  readonly result: OperationResult;
}

/**
 * Takes the locks in lock order although the read started from the receipt; an installation that was registered again
 * meanwhile is locked too.
 */
async function lockRedrivable(tx: Tx, receiptId: string): Promise<RedrivableOperation> {
  const found = await getRedrivable(tx, receiptId);
  await lockAdmission(executorOf(tx), found);
  const deferral = await getRedrivable(tx, receiptId);
  if (deferral.deviceId !== found.deviceId) await lockAdmission(executorOf(tx), deferral);
  return deferral;
}

/** The same operation under its new id, as a replacement of the quarantined one, so that both are never accepted. */
function goingOn({ envelope, redrivenAs, clientOperationId: resubmitOf }: RedrivableOperation) {
  if (envelope === null) throw stateConflict("CONTENT_GONE");
  const operation = operationSchema.parse(JSON.parse(envelope));
  return { ...operation, clientOperationId: redrivenAs ?? newId(), resubmitOf };
}

function refuseClosed(deferral: RedrivableOperation, known: AdmissionState): void {
  const runs = isRunning({ status: known.relationshipStatus });
  if (!runs || known.workspaceStatus !== "ACTIVE") throw new Refusal("RELATIONSHIP_INACTIVE");
  if (!deferral.clientActive) throw stateConflict("CLIENT_NOT_ACTIVE");
}

/** A re-driven operation, and what is known under its locks. */
interface Again {
  readonly deferral: RedrivableOperation;
  readonly known: AdmissionState;
  readonly entry: FreshOperation;
  /** Reading of the device's clock when it sent the operation. */
  readonly clock: ClockReading;
}

async function admitAgain(
  tx: Tx,
  { features, operator: { requestId }, log }: Redrive,
  { deferral, known, entry, clock }: Again,
): Promise<OperationResult> {
  const scope = scopeAgain(deferral, known);
  const decided = await decideIsolated(tx, scope, { operations: [entry], soFar: new Map() });
  if (retryableResults([entry], decided).size > 0) throw stateConflict("FAILS_AGAIN");
  const recorded = await recordAlone(tx, {
    features,
    requestId,
    known,
    scope,
    entry,
    decided,
    clock,
  });
  const { faults } = recorded;
  if (faults.length > 0) log.error({ requestId, faults }, "operations were deferred");
  const result = recorded.results.get(entry.ordinal);
  if (result === undefined) throw new Error("An operation has no verdict");
  return result;
}
