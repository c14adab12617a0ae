import type { ClientOutboxHealth, OperationResult } from "../../../contract/sync/schema.ts";
import type { ScopeState } from "../../../contract/sync/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { pipeline, pipelineAndCommit, executorOf } from "../../../db/pipeline.ts";
import { forceGenericPlans } from "../../../db/force-generic-plans.ts";
import { lockScope } from "../../../db/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { findAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { findSyncDevice } from "../../../db/sync/queries.ts";
import type { Tx } from "../../../db/transact.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { restoredLately } from "../../../rules/sync/judge-after-restore.ts";
import { readClientClock } from "../devices/read-client-clock.ts";
import { requireSameSession } from "../devices/require-same-session.ts";
import { recordLastSeen } from "../devices/record-last-seen.ts";
import type { AdmissionScope } from "../operation-feature.ts";
import type { AdmissionRequest, AdmissionRun, AdmittedBatch } from "./admission.ts";
import {
  classifyOperations,
  type ClassifiedOperation,
  type FreshOperation,
} from "./classify-operations.ts";
import type { Decided } from "./decide-in-parts.ts";
import { orBatchFault } from "./batch-fault.ts";
import { loadNamed, type NamedRows, type Wanted } from "./load-features.ts";
import { outboxHealthAfter, resultsInOrder } from "./answers/results-in-order.ts";
import { finishedBatches } from "../client-batches/finished-batches.ts";
import {
  namedBatchWrite,
  readNamedBatch,
  requireSameBatch,
} from "../client-batches/read-named-batch.ts";
import type { PreparedBatch } from "./prepare-batch.ts";
import { recordAdmission, type RecordedAdmission } from "./record-admission.ts";
import { inheritPlaces, type Replacement } from "./inherit-places.ts";
import { ordinalsWithPayload, placesOfFeatures, refusedPlaces } from "./ordinals-with-payload.ts";
import { newestDayOf } from "./newest-day-of.ts";
import { referencedIds } from "./references/reference-states.ts";
import { requireReachable } from "./require-reachable.ts";
import { waitForMedia } from "./wait-for-media.ts";

/** The data read under the locks; it cannot change before the transaction ends. */
export interface Loaded {
  readonly known: AdmissionState;
  readonly scopeState: ScopeState;
  readonly scope: AdmissionScope;
  /** Rows that the operations name. */
  readonly rows: NamedRows;
  /** False if the batch's first operation already has a receipt: then nothing is locked. */
  readonly locked: boolean;
  /** True if the device uses this batch name for the first time. */
  readonly isNewName: boolean;
}

/**
 * Locks the scope and reads everything that admission needs, in one pipeline. The statements stay separate, so that
 * each sees what the locks before it waited for.
 *
 * @param unlessKnown locks nothing when the device has a receipt for this operation.
 * @throws Refusal NOT_FOUND for an unknown or closed scope; DEVICE_REVOKED; IDEMPOTENCY_KEY_REUSED.
 */
export async function load<Extra>(
  tx: Tx,
  { request, deps }: Pick<AdmissionRun<Extra>, "request" | "deps">,
  { wanted, unlessKnown }: { readonly wanted: Wanted; readonly unlessKnown: string | null },
): Promise<Loaded> {
  const named = referencedIds(request.operations, deps.features);
  const [, lineageId, batch, known, rows] = await pipeline(tx, (executor) => [
    forceGenericPlans(executor),
    lockAdmission(executor, request, unlessKnown),
    readNamedBatch(executor, request),
    findAdmission(executor, request, named),
    orBatchFault(() => loadNamed(executor, wanted)),
  ]);
  if (known === null || (lineageId === null && unlessKnown === null))
    throw await refuseUnknown(tx, request);
  const scopeState = requireReachable(known, request);
  requireSameSession(known, request);
  requireSameBatch(request, batch);
  const { workspaceId, now } = known;
  const restoredAt = restoredLately(known.restoredAt, now);
  const { lineageId: lineage } = known;
  const day = newestDayOf(known);
  const scope = { ...request, lineageId: lineage, workspaceId, now, restoredAt, ...day };
  const isNewName = request.clientBatchId !== undefined && batch === null;
  return { known, scopeState, scope, rows, locked: lineageId !== null, isNewName };
}

async function refuseUnknown(tx: Tx, { deviceId }: AdmissionRequest): Promise<Refusal> {
  const device = await findSyncDevice(tx, deviceId);
  return new Refusal(device === null ? "DEVICE_REVOKED" : "NOT_FOUND");
}

/** The operations of a batch, with what to do about each. */
export interface Batch extends Loaded {
  readonly clock: ClockReading;
  readonly classified: readonly ClassifiedOperation[];
  readonly fresh: readonly FreshOperation[];
  /** Operations that late ones of this batch replace (see `inheritPlaces`). */
  readonly inherited: readonly Replacement[];
}

/**
 * Separates known operations from those to decide.
 *
 * @throws Refusal VALIDATION_FAILED.
 */
export async function classify<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  { loaded, prepared }: { readonly loaded: Loaded; readonly prepared: PreparedBatch },
): Promise<Batch> {
  const { request } = run;
  const { features } = run.deps;
  const { known } = loaded;
  const { faults: errors, judged } = prepared;
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
  const clock = readClientClock(request, receivedAt(run, known.now));
  const context = { ...request, known, features, clock, judged };
  const sent = classifyOperations(request.operations, context);
  const classified = await waitForMedia(tx, sent, { ...request, features, now: known.now });
  const fresh = classified.filter((entry) => entry.kind === "FRESH");
  const inherited = inheritPlaces(classified, { known, clock, features });
  return { ...loaded, clock, classified, fresh, inherited };
}

/** When the request arrived, by the database's clock: it may have waited since, for locks and before. */
function receivedAt<Extra>({ arrivedMs }: AdmissionRun<Extra>, now: Date): Date {
  return new Date(now.getTime() - (performance.now() - arrivedMs));
}

/** The rows of a decided batch, and those of its device to write afterwards. */
export interface RecordedBatch extends RecordedAdmission {
  /** The device's outbox report, if it is not written with the batch. */
  readonly unwrittenHealth: ClientOutboxHealth | null;
}

/** Creates the batch's rows. The last-seen time is left out if it may have caused the earlier failure. */
export async function record<Extra>(
  tx: Tx,
  { deps, request }: AdmissionRun<Extra>,
  decision: {
    readonly batch: Batch;
    readonly decided: Decided;
    readonly prepared: PreparedBatch;
    readonly withLastSeen: boolean;
  },
): Promise<RecordedBatch> {
  const { batch, decided, prepared, withLastSeen } = decision;
  const { known, scope, fresh, clock, inherited } = batch;
  const body = prepared.body.text({
    whole: ordinalsWithPayload(batch, decided),
    bare: placesOfFeatures(batch, decided),
  });
  const outboxHealth = outboxHealthAfter(request.outboxHealth, batch.classified, decided);
  const lastSeen = withLastSeen ? { outboxHealth } : null;
  const stored = { ...request, clock, body, lastSeen };
  const { features } = deps;
  const recorded = await orBatchFault(() =>
    recordAdmission(tx, { features, request: stored, known, scope, fresh, decided, inherited }),
  );
  return { ...recorded, unwrittenHealth: withLastSeen ? null : outboxHealth };
}

/** Writes everything and commits in one pipeline, and answers from what was written. */
export async function answer<Extra>(
  tx: Tx,
  { deps, request, readWithin }: AdmissionRun<Extra>,
  written: {
    readonly batch: Batch;
    readonly decided: Decided;
    readonly recorded: RecordedBatch;
    readonly prepared: PreparedBatch;
  },
): Promise<AdmittedBatch<Extra>> {
  const { batch, decided, recorded, prepared } = written;
  const { known, scopeState, clock, classified } = batch;
  const { seq, faults, unwrittenHealth: outboxHealth } = recorded;
  const { now, epoch } = known;
  const named = namedBatchWrite(request, known);
  const extra = await orBatchFault(() =>
    pipelineAndCommit(tx, (executor) => ({
      sent: [...decided.statements, recorded.write, ...(named === null ? [] : [named])].map(
        (statement) => statement(executor),
      ),
      answer: readWithin(executor),
    })),
  );
  if (outboxHealth !== null)
    await recordLastSeen(deps.em, { deviceId: request.deviceId, outboxHealth, clock, now }, null);
  return {
    results: resultsInOrder(classified, recorded.results),
    seq,
    seqBefore: known.seq,
    epoch,
    now,
    scopeState,
    extra,
    faults,
    refusedLength: refusedPlaces(batch, decided)
      .map(prepared.body.lengthOf)
      .reduce((sum, length) => sum + length, 0),
  };
}

/** The results of retryable operations, by ordinal. */
interface RetryableBatch {
  readonly retryable: ReadonlyMap<number, OperationResult>;
}

/**
 * Answers a batch of which every operation is known, or none is final. It writes only a new batch name and, once a
 * minute, the last-seen time.
 */
export async function answerKnown<Extra>(
  tx: Tx,
  { deps, request, readWithin }: AdmissionRun<Extra>,
  {
    known,
    scopeState,
    clock,
    classified,
    retryable,
    locked,
    isNewName,
  }: Batch & Partial<RetryableBatch>,
): Promise<AdmittedBatch<Extra>> {
  const { seq, epoch, now, lastSyncAt } = known;
  const extra = await readWithin(executorOf(tx));
  if (isNewName) await nameKnown(tx, request, { known, locked });
  await (isNewName ? tx.commit() : tx.rollback());
  const { deviceId } = request;
  const outboxHealth = outboxHealthAfter(request.outboxHealth, classified, null);
  await recordLastSeen(deps.em, { deviceId, now, outboxHealth, clock }, lastSyncAt);
  const results = resultsInOrder(classified, retryable ?? new Map());
  const position = { seq, seqBefore: seq, epoch, now, scopeState };
  return { results, ...position, extra, faults: [], refusedLength: 0 };
}

/**
 * Stores the name of a batch that leaves nothing else. No settlement follows, so if all of it is final it is reported
 * here. The relationship's lock orders it with concurrent settlements: one of the two sees the other.
 */
async function nameKnown(
  tx: Tx,
  request: AdmissionRequest,
  { known, locked }: Pick<Loaded, "known" | "locked">,
): Promise<void> {
  const { relationshipId, requestId, clientBatchId: named = null } = request;
  const { now } = known;
  if (!locked) await lockScope(tx, relationshipId);
  await namedBatchWrite(request, known)?.(executorOf(tx));
  const events = await finishedBatches(tx, { relationshipIds: [relationshipId], named }, now);
  await appendEvents(tx, events, { now, requestId });
}
