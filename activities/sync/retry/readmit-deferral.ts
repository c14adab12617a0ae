import { operationSchema, type Operation } from "../../../contract/sync/schema.ts";
import { RETRY_PAUSES_SECONDS } from "../../../contract/sync/vocabulary.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { receiptIdAt } from "../../../db/platform/new-id.ts";
import { loadAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  closeDeferral,
  dropDeferral,
  findDeferral,
  postponeDeferral,
  type Deferral,
  type DeferralKey,
} from "../../../db/sync/retry/deferral.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import { namedInPlace } from "../../../rules/sync/judge-resubmission.ts";
import { redactRequest } from "../receipts/redact-request.ts";
import { correctClock } from "../../../rules/sync/correct-clock.ts";
import { decideIsolated } from "../admission/decide-isolated.ts";
import { type Decided, withoutChanges } from "../admission/decided.ts";
import type { FreshOperation } from "../admission/classify-operations.ts";
import { type Outcome, outcomeOf } from "../admission/outcome.ts";
import { keepsPayloadItself } from "../admission/record/ordinals-with-payload.ts";
import { judgeOperation, type Judged } from "../admission/prepare/judge-operation.ts";
import { referenceStates, referencedIds } from "../admission/references/reference-states.ts";
import { takePlace } from "../admission/references/take-place.ts";
import type { AdmissionScope, OperationFeature } from "../operation-feature.ts";
import { principalOn, recordAlone, scopeAgain } from "./record-alone.ts";
import { waitForMedia } from "../admission/wait-for-media.ts";

/** The operation, and the features that may understand it. */
export interface ReadmitDeferral extends DeferralKey {
  readonly features: readonly OperationFeature[];
}

/** The result of a retry. `NOT_DUE`: decided meanwhile, or not due yet. */
export type Readmission = "DECIDED" | "FAILED_AGAIN" | "QUARANTINED" | "NOT_DUE";

/**
 * Retries an operation that crashed at admission (docs/rooms/sync.md#deferred-operations). Its verdict is stored as a
 * batch of its own. After the third crash it is quarantined: refused for good, kept for support, and can be re-driven
 * from its stored envelope. Only attempts made here count.
 */
export async function readmitDeferral(tx: Tx, input: ReadmitDeferral): Promise<Readmission> {
  const found = await findDeferral(tx, input);
  if (found === null) return "NOT_DUE";
  const locks = { relationshipId: input.relationshipId, deviceId: found.deviceId };
  await lockAdmission(executorOf(tx), locks);
  const operation = operationSchema.parse(JSON.parse(found.envelope));
  const { features } = input;
  const known = await loadAdmission(executorOf(tx), locks, referencedIds([operation], features));
  const deferral = await findDeferral(tx, input);
  if (deferral === null || deferral.state !== "OPEN" || deferral.nextAttemptAt > known.now)
    return "NOT_DUE";
  // It was sent again from a new registration; the actor of that device retries it, under its own locks and chain.
  if (deferral.deviceId !== locks.deviceId) return "NOT_DUE";
  if (isClosedForNow(known)) return await waitOut(tx, deferral, known);
  const judged = judgeAgain(operation, { deferral, known, features });
  if (judged.kind === "RETRYABLE") return await giveUp(tx, deferral);
  const scope = scopeAgain(deferral, known);
  const fresh = freshEntry({ operation, judged }, { deferral, known, features });
  const [entry] = await waitForMedia(tx, [fresh], { ...scope, features });
  if (entry?.kind !== "FRESH") return await giveUp(tx, deferral);
  const decided = await decideIsolated(tx, scope, { operations: [entry], soFar: new Map() });
  const outcome = decided.outcomes.get(entry.ordinal);
  if (outcome?.kind === "DECIDED") {
    const { requestId, clock } = deferral;
    await recordAlone(tx, { features, requestId, clock, known, scope, entry, decided });
    const forgets = keepsPayloadItself(outcome.decision);
    if (forgets) await redactRequest(tx, deferral);
    await closeDeferral(tx, deferral, { state: "DONE", now: known.now, forgets });
    return "DECIDED";
  }
  if (outcome?.kind === "WAITING") return await waitOn(tx, { deferral, known }, outcome);
  if (outcome?.kind === "RETRYABLE") return await giveUp(tx, deferral);
  return await countFailure(
    tx,
    { features, deferral, known, scope, entry, decided },
    outcome?.fault,
  );
}

/** While a scope is paused or suspended, the outcome is open. */
function isClosedForNow({ relationshipStatus, workspaceStatus }: AdmissionState): boolean {
  if (relationshipStatus === "ENDED") return false;
  return relationshipStatus === "PAUSED" || workspaceStatus !== "ACTIVE";
}

/** As at admission; but nothing changes in a relationship that has ended since. */
function judgeAgain(
  operation: Operation,
  { deferral, known, features }: Pick<Retry, "deferral" | "known" | "features">,
): Judged {
  if (known.relationshipStatus === "ENDED") return outcomeOf(refuse("RELATIONSHIP_ENDED"));
  return judgeOperation(operation, {
    features,
    actor: principalOn(deferral.appSurface),
    faulty: false,
  });
}

interface Retry extends Pick<ReadmitDeferral, "features"> {
  readonly deferral: Deferral;
  readonly known: AdmissionState;
  readonly scope: AdmissionScope;
  readonly entry: FreshOperation;
  readonly decided: Decided;
}

async function countFailure(tx: Tx, retry: Retry, fault: unknown): Promise<Readmission> {
  const { deferral, known, entry } = retry;
  const { requestId, clock } = deferral;
  const pause = RETRY_PAUSES_SECONDS[deferral.attempts];
  const failed = {
    reason: "FAULT",
    attempts: deferral.attempts + 1,
    faultClass: faultClassOf(fault),
    now: known.now,
  } as const;
  if (pause !== undefined) {
    await postponeDeferral(tx, deferral, { ...failed, nextAttemptAt: later(known.now, pause) });
    return "FAILED_AGAIN";
  }
  const decision = refuse("OPERATION_QUARANTINED");
  const outcomes = new Map([[entry.ordinal, { kind: "DECIDED", decision } as const]]);
  const decided = withoutChanges(outcomes);
  await recordAlone(tx, { ...retry, requestId, clock, decided });
  await closeDeferral(tx, deferral, { state: "QUARANTINED", now: known.now, failed });
  return "QUARANTINED";
}

/** Until the relationship resumes, which makes it due (`tries-follow-relationship.ts`). */
const PAUSED_SECONDS = 86_400;
/** A reinstatement takes no scope locks, so a concurrent attempt could miss it; hence the short interval. */
const SUSPENDED_SECONDS = 3_600;

/** A closed scope accepts nothing; waiting uses up no attempt. */
async function waitOut(tx: Tx, deferral: Deferral, known: AdmissionState): Promise<Readmission> {
  const isSuspended = known.workspaceStatus !== "ACTIVE";
  await postponeDeferral(tx, deferral, {
    reason: deferral.reason,
    attempts: deferral.attempts,
    faultClass: deferral.faultClass,
    now: known.now,
    nextAttemptAt: later(known.now, isSuspended ? SUSPENDED_SECONDS : PAUSED_SECONDS),
  });
  return "NOT_DUE";
}

/** Its dependency is still missing; waiting uses up no attempt. A verdict on its parent makes it due. */
async function waitOn(
  tx: Tx,
  { deferral, known }: Pick<Retry, "deferral" | "known">,
  outcome: Extract<Outcome, { readonly kind: "WAITING" }>,
): Promise<Readmission> {
  const soon = later(known.now, RETRY_PAUSES_SECONDS[0]);
  const until = "until" in outcome ? outcome.until : nextTryOf(outcome.parent, known);
  if (until === null) return await giveUp(tx, deferral);
  await postponeDeferral(tx, deferral, {
    reason: outcome.reason,
    attempts: deferral.attempts,
    faultClass: deferral.faultClass,
    now: known.now,
    nextAttemptAt: until > soon ? until : soon,
  });
  return "NOT_DUE";
}

/** Its dependency will not arrive; the device learns so when it sends the operation again. */
async function giveUp(tx: Tx, deferral: Deferral): Promise<Readmission> {
  await dropDeferral(tx, deferral);
  return "NOT_DUE";
}

/** When its parent is retried; null if that one no longer waits here. */
function nextTryOf(parent: string, { deferrals }: AdmissionState): Date | null {
  const deferral = deferrals.find(({ clientOperationId }) => clientOperationId === parent);
  return deferral?.state === "OPEN" ? new Date(deferral.nextAttemptAt) : null;
}

/**
 * The operation for a new judgement. A crashed operation has already waited for those it follows; any that were
 * deferred since came after it.
 */
function freshEntry(
  { operation, judged }: { readonly operation: Operation; readonly judged: Judged },
  { deferral, known, features }: Pick<Retry, "deferral" | "known" | "features">,
): FreshOperation {
  const time = correctClock(new Date(operation.clientRecordedAt), deferral.clock, known);
  const named = referenceStates([operation], known, deferral.reason === "FAULT" ? [] : features);
  const { clientOperationId } = operation;
  const placed = takePlace({ clientOperationId, inPlaceOf: namedInPlace(operation) }, named);
  const place =
    placed.kind === "FREE"
      ? { judged, replaces: placed.replaces }
      : { judged: placed, replaces: [] };
  const content = { operation, time, attachments: [], named, ...place };
  return { kind: "FRESH", ordinal: 0, receiptId: receiptIdAt(known.batchId, 0), ...content };
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
