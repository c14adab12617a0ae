import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { ScopeState } from "../../../contract/sync/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { loadAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { findSyncDevice } from "../../../db/sync/queries.ts";
import type { Tx } from "../../../db/transact.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { readClientClock } from "../devices/client-clock.ts";
import { requireSameSession } from "../devices/follow-session.ts";
import { recordLastSeen } from "../devices/record-last-seen.ts";
import type { AdmissionScope } from "../operation-feature.ts";
import type { AdmissionRequest, AdmissionRun, AdmittedBatch } from "./admission.ts";
import {
  classifyOperations,
  type ClassifiedOperation,
  type FreshOperation,
} from "./classify-operations.ts";
import { orBatchFault, type Decided } from "./decide-operations.ts";
import { outboxHealthAfter, resultsInOrder } from "./order-results.ts";
import { recordAdmission, type RecordedAdmission } from "./record-admission.ts";
import { referencedIds } from "./references.ts";
import { requireOrder, requireReachable, requireSetLimits } from "./require-admissible.ts";
import { storedBody } from "../receipts/stored-body.ts";
import { waitForMedia } from "./wait-for-media.ts";

/** Takes the locks. @throws Refusal NOT_FOUND for no such scope, DEVICE_REVOKED for a foreign device. */
export async function lock(tx: Tx, request: AdmissionRequest): Promise<string> {
  const lineageId = await lockAdmission(tx, request);
  if (lineageId !== null) return lineageId;
  const device = await findSyncDevice(tx, request.deviceId);
  throw new Refusal(device === null ? "DEVICE_REVOKED" : "NOT_FOUND");
}

/** What the locks protect: nothing of it changes before the transaction ends. */
export interface Loaded {
  readonly known: AdmissionState;
  readonly scopeState: ScopeState;
  readonly scope: AdmissionScope;
}

/** Reads everything that admission has to know of the batch, and whether it may go on at all. */
export async function load(tx: Tx, request: AdmissionRequest, lineageId: string): Promise<Loaded> {
  const known = await loadAdmission(tx, request, referencedIds(request.operations));
  const scopeState = requireReachable(known, request);
  requireSameSession(known, request);
  const scope = { ...request, lineageId, workspaceId: known.workspaceId, now: known.now };
  return { known, scopeState, scope };
}

/** The operations of a batch, by what is to be done with each. */
export interface Batch extends Loaded {
  readonly clock: ClockReading;
  readonly classified: readonly ClassifiedOperation[];
  readonly fresh: readonly FreshOperation[];
}

/** Tells what is known already from what has to be decided. @throws Refusal VALIDATION_FAILED. */
export async function classify<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  loaded: Loaded,
): Promise<Batch> {
  const { request } = run;
  const { features } = run.deps;
  const { known } = loaded;
  requireSetLimits(request.operations, features);
  requireOrder(request.operations);
  const clock = readClientClock(request, receivedAt(run, known.now));
  const sent = classifyOperations(request.operations, { ...request, known, features, clock });
  const classified = await waitForMedia(tx, sent, { ...request, features, now: known.now });
  const fresh = classified.filter((entry) => entry.kind === "FRESH");
  return { ...loaded, clock, classified, fresh };
}

/** When the request arrived, by the database's clock: it may have waited for its locks. */
function receivedAt<Extra>({ arrivedMs }: AdmissionRun<Extra>, now: Date): Date {
  return new Date(now.getTime() - (performance.now() - arrivedMs));
}

/** What was recorded of a batch, and what is still to be written of its device. */
export interface RecordedBatch extends RecordedAdmission {
  /** The device's outbox where it was not written with the batch. */
  readonly unwrittenHealth: ClientOutboxHealth | null;
}

/** Writes the batch down. When the device was last seen is left out where it may have been what failed. */
export async function record<Extra>(
  tx: Tx,
  { deps, request }: AdmissionRun<Extra>,
  decision: { readonly batch: Batch; readonly decided: Decided; readonly withLastSeen: boolean },
): Promise<RecordedBatch> {
  const { batch, decided, withLastSeen } = decision;
  const { known, scope, fresh, clock } = batch;
  const outboxHealth = outboxHealthAfter(request.outboxHealth, batch.classified, decided);
  const lastSeen = withLastSeen ? { outboxHealth } : null;
  const stored = { ...request, clock, body: storedBody(request), lastSeen };
  const { features } = deps;
  const recorded = await orBatchFault(() =>
    recordAdmission(tx, { features, request: stored, known, scope, fresh, decided }),
  );
  return { ...recorded, unwrittenHealth: withLastSeen ? null : outboxHealth };
}

/** Commits, and answers from what was written. */
export async function answer<Extra>(
  tx: Tx,
  { deps, request, readWithin }: AdmissionRun<Extra>,
  { batch, recorded }: { readonly batch: Batch; readonly recorded: RecordedBatch },
): Promise<AdmittedBatch<Extra>> {
  const { known, scopeState, clock, classified } = batch;
  const { seq, faults, unwrittenHealth: outboxHealth } = recorded;
  const { now, epoch } = known;
  const extra = await readWithin(tx);
  await tx.commit();
  if (outboxHealth !== null)
    await recordLastSeen(deps.em, { deviceId: request.deviceId, outboxHealth, clock, now }, null);
  for (const fault of faults) deps.log.error(fault, "an operation was deferred");
  return {
    results: resultsInOrder(classified, recorded.results),
    seq,
    epoch,
    now,
    scopeState,
    extra,
  };
}

/** Every operation is known, or none is final: nothing is written but, once a minute, the last-seen time. */
export async function answerKnown<Extra>(
  tx: Tx,
  { deps, request, readWithin }: AdmissionRun<Extra>,
  { known, scopeState, clock, classified }: Batch,
): Promise<AdmittedBatch<Extra>> {
  const { seq, epoch, now, lastSyncAt } = known;
  const extra = await readWithin(tx);
  await tx.rollback();
  const { deviceId } = request;
  const outboxHealth = outboxHealthAfter(request.outboxHealth, classified, null);
  await recordLastSeen(deps.em, { deviceId, now, outboxHealth, clock }, lastSyncAt);
  return { results: resultsInOrder(classified, new Map()), seq, epoch, now, scopeState, extra };
}
