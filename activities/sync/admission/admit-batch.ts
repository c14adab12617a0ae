import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type {
  Operation,
  OperationResult,
  ClientOutboxHealth,
} from "../../../contract/sync/schema.ts";
import type { OperationPrincipal, ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { loadAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { findSyncDevice } from "../../../db/sync/queries.ts";
import { tryTwice, type Tx } from "../../../db/transact.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import type { AdmissionQueue } from "./admission-queue.ts";
import { BatchFault, orBatchFault } from "./batch-fault.ts";
import { decideInParts, decideOperations } from "./decide-operations.ts";
import { followSession, requireSameSession } from "../devices/follow-session.ts";
import { healthAfter } from "./health-after.ts";
import { judgeReachable } from "./judge-reachable.ts";
import { storedBody } from "./stored-body.ts";
import { referencedIds } from "./references.ts";
import { recordLastSeen } from "../devices/record-last-seen.ts";
import type { OperationFeature } from "../operation-feature.ts";
import { recordAdmission } from "./record-admission.ts";
import { refuseEntangled } from "./refuse-entangled.ts";
import { refuseTooManySets } from "./refuse-too-many-sets.ts";
import { resultsInOrder } from "./results-in-order.ts";
import { classifyOperations, type ClassifiedOperation } from "./classify-operations.ts";
import { readClientClock } from "./client-clock.ts";
import { waitForMedia } from "./wait-for-media.ts";

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
  readonly actor: OperationPrincipal;
  readonly surface: DeviceSurface;
  /** The session that sends it, where one does: the device follows it. */
  readonly appSessionId?: string;
  readonly requestId: string;
  /** The request as it came; kept 90 days. */
  readonly body: string;
  readonly operations: readonly Operation[];
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  readonly outboxHealth: ClientOutboxHealth;
  /** When the device sent it, RFC 3339 by its own clock. */
  readonly clientSentAt?: string | undefined;
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

/** One admission: what with, what of, and what else to read in its transaction. */
interface AdmissionRun<Extra> {
  readonly deps: AdmissionDeps;
  readonly request: AdmissionRequest;
  readonly readWithin: (tx: Tx) => Promise<Extra>;
  /** When the request arrived, by the process's own clock in ms. */
  readonly arrivedMs: number;
}

/**
 * Admits one batch (docs/rules.md#sync-flow, docs/rules.md#house-hot-path): one transaction, a number of
 * statements that does not depend on the number of operations, verdicts stored as receipts.
 *
 * @param readWithin read in the same transaction, after the writes, e.g. counters for an answer.
 * @throws Refusal NOT_FOUND, DEVICE_REVOKED, VALIDATION_FAILED (sets), UNAVAILABLE.
 */
export async function admitBatch<Extra = undefined>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: (tx: Tx) => Promise<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const run = { deps, request, readWithin, arrivedMs: performance.now() };
  const admitted = await deps.queue.run(request.deviceId, () =>
    tryTwice(() => followSession(deps.em, request, () => admitWholeOrInParts(run))),
  );
  logProvisional(run, admitted.results);
  return admitted;
}

/** What was refused without a receipt leaves a line, found by the reference its answer carries. */
function logProvisional<Extra>(
  { deps, request }: AdmissionRun<Extra>,
  results: readonly OperationResult[],
): void {
  const { requestId, deviceId } = request;
  const refused = results
    .filter(({ diagnosticsRef, receiptId }) => diagnosticsRef && diagnosticsRef !== receiptId)
    .filter(({ rejectionCode }) => rejectionCode !== "TEMPORARILY_UNPROCESSED")
    .map(({ diagnosticsRef, rejectionCode }) => ({ diagnosticsRef, rejectionCode }));
  if (refused.length > 0) deps.log.info({ requestId, deviceId, refused }, "refused, no receipt");
}

async function admitWholeOrInParts<Extra>(run: AdmissionRun<Extra>): Promise<AdmittedBatch<Extra>> {
  try {
    return await admit(run, { decide: decideOperations, lastSeen: run.request });
  } catch (error) {
    if (!(error instanceof BatchFault)) throw error;
    return await admit(run, { decide: decideInParts, lastSeen: null });
  }
}

/** How to decide, and whether the device's last-seen time is written with the batch or by itself. */
interface Attempt {
  readonly decide: typeof decideOperations;
  readonly lastSeen: AdmissionRequest | null;
}

async function admit<Extra>(
  run: AdmissionRun<Extra>,
  attempt: Attempt,
): Promise<AdmittedBatch<Extra>> {
  const tx = run.deps.em.fork();
  await tx.begin();
  try {
    return await admitWithin(tx, run, attempt);
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

/** Ends the transaction itself: with a commit, or a rollback when nothing is new. */
async function admitWithin<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  { decide, lastSeen }: Attempt,
): Promise<AdmittedBatch<Extra>> {
  const { deps, request } = run;
  const lineageId = await lockAdmission(tx, request);
  if (lineageId === null) throw await notLocked(tx, request);
  const known = await loadAdmission(tx, request, referencedIds(request.operations));
  const scopeState = judgeReachable(known, request);
  requireSameSession(known, request);
  const { features } = deps;
  refuseTooManySets(request.operations, features);
  refuseEntangled(request.operations);
  const clock = readClientClock(request, receivedAt(run, known.now));
  const sent = classifyOperations(request.operations, { ...request, known, features, clock });
  const classified = await waitForMedia(tx, sent, { ...request, features, now: known.now });
  const fresh = classified.filter((entry) => entry.kind === "FRESH");
  if (fresh.length === 0)
    return await answerKnown(run, tx, { classified, known, scopeState, clock });
  const scope = { ...request, lineageId, workspaceId: known.workspaceId, now: known.now };
  const decided = await decide(tx, scope, fresh);
  const outboxHealth = healthAfter(request.outboxHealth, classified, decided);
  const seen = lastSeen && { outboxHealth };
  const kept = { ...request, clock, body: storedBody(request), lastSeen: seen };
  const recorded = await orBatchFault(() =>
    recordAdmission(tx, { features, request: kept, known, scope, fresh, decided }),
  );
  const extra = await run.readWithin(tx);
  await tx.commit();
  if (!seen)
    await recordLastSeen(deps.em, { ...request, outboxHealth, clock, now: known.now }, null);
  for (const fault of recorded.faults) deps.log.error(fault, "an operation was deferred");
  const results = resultsInOrder(classified, recorded.results);
  return { results, seq: recorded.seq, epoch: known.epoch, now: known.now, scopeState, extra };
}

/** When the request arrived, by the database's clock: it may have waited for its locks. */
function receivedAt<Extra>({ arrivedMs }: AdmissionRun<Extra>, now: Date): Date {
  return new Date(now.getTime() - (performance.now() - arrivedMs));
}

/** Every operation is known, or none is final: nothing is written but, once a minute, the last-seen time. */
async function answerKnown<Extra>(
  { deps, request, readWithin }: AdmissionRun<Extra>,
  tx: Tx,
  found: {
    readonly classified: readonly ClassifiedOperation[];
    readonly known: AdmissionState;
    readonly scopeState: ScopeState;
    readonly clock: ClockReading;
  },
): Promise<AdmittedBatch<Extra>> {
  const { seq, epoch, now, lastSyncAt } = found.known;
  const extra = await readWithin(tx);
  await tx.rollback();
  const { deviceId } = request;
  const outboxHealth = healthAfter(request.outboxHealth, found.classified, null);
  await recordLastSeen(deps.em, { deviceId, now, outboxHealth, clock: found.clock }, lastSyncAt);
  const results = resultsInOrder(found.classified, new Map());
  return { results, seq, epoch, now, scopeState: found.scopeState, extra };
}

/** Why nothing could be locked: no such scope, or a device that is not the caller's. */
async function notLocked(tx: Tx, request: AdmissionRequest): Promise<Refusal> {
  const device = await findSyncDevice(tx, request.deviceId);
  return new Refusal(device === null ? "DEVICE_REVOKED" : "NOT_FOUND");
}
