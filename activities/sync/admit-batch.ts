import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { Operation, OperationResult, OutboxHealth } from "../../contract/sync/schema.ts";
import type { OperationActor, ScopeState } from "../../contract/sync/vocabulary.ts";
import type { DeviceSurface } from "../../contract/identity/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { knowAdmission, type AdmissionKnowledge } from "../../db/sync/know-admission.ts";
import { lockAdmission } from "../../db/sync/lock-admission.ts";
import { findSyncDevice } from "../../db/sync/queries.ts";
import { touchDeviceSeen } from "../../db/sync/touch-device-seen.ts";
import { isDatabaseTrouble, type Tx } from "../../db/transact.ts";
import type { AdmissionQueue } from "./admission-queue.ts";
import { decideInHalves, decideOperations, WriteFault } from "./decide-operations.ts";
import { judgeReachable } from "./judge-reachable.ts";
import type { AdmissionScope, OperationFeature } from "./operation-feature.ts";
import { recordAdmission } from "./record-admission.ts";
import { sortOperations, withoutReceipt, type SortedOperation } from "./sort-operations.ts";

/** What admission is built from. */
export interface AdmissionDeps {
  readonly em: SqlEntityManager;
  readonly features: readonly OperationFeature[];
  readonly queue: AdmissionQueue;
  readonly log: Logger;
}

/** One batch whose envelope is well formed. */
export interface AdmissionRequest {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly actor: OperationActor;
  readonly surface: DeviceSurface;
  readonly requestId: string;
  /** The request as it came; kept 90 days. */
  readonly body: string;
  readonly operations: readonly Operation[];
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  readonly outboxHealth: OutboxHealth;
}

/** The verdicts in the order sent, and where the scope stands after the batch. */
export interface AdmittedBatch<Extra = undefined> {
  readonly results: readonly OperationResult[];
  readonly seq: number;
  readonly epoch: string;
  readonly now: Date;
  readonly scopeState: ScopeState;
  /** What the caller read within the admission's own transaction. */
  readonly extra: Extra;
}

/**
 * Admits one batch (document 1, "Sync flow"; house.md, "The hot path"): one transaction, a number of
 * statements that does not depend on the number of operations, verdicts stored as receipts.
 *
 * @param readWithin read in the same transaction, after the writes, e.g. counters for an answer.
 * @throws Refusal NOT_FOUND, DEVICE_REVOKED, UNAVAILABLE.
 */
export async function admitBatch<Extra = undefined>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: (tx: Tx) => Promise<Extra>,
): Promise<AdmittedBatch<Extra>> {
  return await deps.queue.run(request.deviceId, async () => {
    try {
      return await admitOnceOrInHalves(deps, request, readWithin);
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
      return await secondTry(deps, request, readWithin);
    }
  });
}

async function secondTry<Extra>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: (tx: Tx) => Promise<Extra>,
): Promise<AdmittedBatch<Extra>> {
  try {
    return await admitOnceOrInHalves(deps, request, readWithin);
  } catch (cause) {
    if (!isDatabaseTrouble(cause)) throw cause;
    throw new Refusal("UNAVAILABLE", { retryAfterSeconds: 5, cause });
  }
}

async function admitOnceOrInHalves<Extra>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: (tx: Tx) => Promise<Extra>,
): Promise<AdmittedBatch<Extra>> {
  try {
    return await admit(deps, request, readWithin, decideOperations);
  } catch (error) {
    if (!(error instanceof WriteFault)) throw error;
    return await admit(deps, request, readWithin, decideInHalves);
  }
}

async function admit<Extra>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: (tx: Tx) => Promise<Extra>,
  decide: typeof decideOperations,
): Promise<AdmittedBatch<Extra>> {
  const tx = deps.em.fork();
  await tx.begin();
  try {
    const lineageId = await lockAdmission(tx, request);
    if (lineageId === null) throw await notLocked(tx, request);
    const ids = request.operations.map(({ clientOperationId }) => clientOperationId);
    const known = await knowAdmission(tx, request, ids);
    const scopeState = judgeReachable(known, request);
    const sorted = sortOperations(request.operations, {
      ...request,
      known,
      features: deps.features,
    });
    const fresh = sorted.filter((entry) => entry.kind === "FRESH");
    if (fresh.length === 0)
      return await answerKnown(deps, tx, request, { sorted, known, scopeState, readWithin });
    const scope = admissionScope(request, known, lineageId);
    const decided = await decide(tx, scope, fresh);
    const recorded = await recordAdmission(tx, {
      request: { ...request, sight: request },
      known,
      scope,
      fresh,
      decided,
    });
    const extra = await readWithin(tx);
    await tx.commit();
    for (const fault of recorded.faults) deps.log.error(fault, "an operation was set aside");
    return {
      results: inOrder(sorted, recorded.results),
      seq: recorded.seq,
      epoch: known.epoch,
      now: known.now,
      scopeState,
      extra,
    };
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

function admissionScope(
  request: AdmissionRequest,
  known: AdmissionKnowledge,
  lineageId: string,
): AdmissionScope {
  return {
    relationshipId: request.relationshipId,
    workspaceId: known.workspaceId,
    deviceId: request.deviceId,
    lineageId,
    actorUserId: request.actorUserId,
    actor: request.actor,
    now: known.now,
  };
}

/** Every operation is known, or none is final: nothing is written but, once a minute, the last sight. */
async function answerKnown<Extra>(
  deps: AdmissionDeps,
  tx: Tx,
  request: AdmissionRequest,
  found: {
    readonly sorted: readonly SortedOperation[];
    readonly known: AdmissionKnowledge;
    readonly scopeState: ScopeState;
    readonly readWithin: (tx: Tx) => Promise<Extra>;
  },
): Promise<AdmittedBatch<Extra>> {
  const { known, scopeState } = found;
  const extra = await found.readWithin(tx);
  await tx.rollback();
  await touchDeviceSeen(deps.em, {
    deviceId: request.deviceId,
    now: known.now,
    lastSyncAt: known.lastSyncAt,
    outboxHealth: request.outboxHealth,
  });
  const results = inOrder(found.sorted, new Map());
  return { results, seq: known.seq, epoch: known.epoch, now: known.now, scopeState, extra };
}

/** Why nothing could be locked: no such scope, or a device that is not the caller's. */
async function notLocked(tx: Tx, request: AdmissionRequest): Promise<Refusal> {
  const device = await findSyncDevice(tx, request.deviceId);
  return new Refusal(device === null ? "DEVICE_REVOKED" : "NOT_FOUND");
}

function inOrder(
  sorted: readonly SortedOperation[],
  recorded: ReadonlyMap<number, OperationResult>,
): OperationResult[] {
  const results = new Map(recorded);
  for (const entry of sorted)
    if (entry.kind === "ANSWERED") results.set(entry.ordinal, entry.result);
  for (const entry of sorted)
    if (entry.kind === "REPEATED") results.set(entry.ordinal, repeated(entry, results));
  return sorted.map(({ ordinal }) => {
    const result = results.get(ordinal);
    if (result === undefined) throw new Error("An operation was left without a verdict");
    return result;
  });
}

/** The same id twice in a batch: the first decides, the second replays it or is refused. */
function repeated(
  entry: Extract<SortedOperation, { readonly kind: "REPEATED" }>,
  results: ReadonlyMap<number, OperationResult>,
): OperationResult {
  const first = results.get(entry.firstOrdinal);
  if (first === undefined) throw new Error("A repeated operation has no first");
  if (entry.reused)
    return withoutReceipt(entry.operation, "OPERATION_ID_REUSED", {
      ...(first.receiptId === null ? {} : { receiptId: first.receiptId }),
    });
  return first.status === "ACCEPTED" ? { ...first, status: "ALREADY_ACCEPTED" } : first;
}
