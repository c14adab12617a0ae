import type { Statement } from "../../../db/pipeline.ts";
import {
  isDatabaseTrouble,
  refuseTrouble,
  transact,
  type Tx,
  wasKeptWaiting,
} from "../../../db/transact.ts";
import { adoptDevice } from "../devices/adopt-device.ts";
import { OtherSessionError } from "../devices/require-same-session.ts";
import type { AdmissionDeps, AdmissionRequest, AdmissionRun, AdmittedBatch } from "./admission.ts";
import { answer, answerKnown, classify, load, record, type Batch } from "./admission-steps.ts";
import { retryableResults } from "./answers/retryable-results.ts";
import { countMismatches } from "../devices/count-mismatches.ts";
import { retryableBefore } from "./decide-queue.ts";
import { decideInParts, decideTogether } from "./decide-in-parts.ts";
import { BatchFault } from "./batch-fault.ts";
import { inheritedStates } from "./inherit-places.ts";
import { loadCopies, NOTHING_WANTED, wantedRows, type Wanted } from "./load-features.ts";
import { NewAfterAll, prepareBatch, takeForKnown, type PreparedBatch } from "./prepare-batch.ts";

/**
 * Admits one batch (docs/rooms/sync.md#flow, docs/architecture.md#the-hot-path). It runs one transaction, whose
 * number of statements does not depend on the number of operations, and stores verdicts as receipts.
 *
 * @param readWithin read in the same transaction, behind the writes, e.g. counters for an answer.
 * @throws Refusal NOT_FOUND, DEVICE_REVOKED, VALIDATION_FAILED (sets), UNAVAILABLE.
 */
export async function admitBatch<Extra = undefined>(
  deps: AdmissionDeps,
  request: AdmissionRequest,
  readWithin: Statement<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const { arrivedMs = performance.now() } = request;
  const run = { deps, request, readWithin, arrivedMs };
  const { relationshipId, deviceId, actorUserId: userId, isAwaited = () => true } = request;
  const place = { relationshipId, deviceId, userId, isAwaited };
  const admitted = await deps.queue.run(place, () => admitWithRetries(run));
  if (admitted.results.every(({ receiptId }) => receiptId !== null)) deps.recent.add(request);
  logBatch(run, admitted);
  await countMismatches(deps, { ...request, results: admitted.results });
  return admitted;
}

/**
 * Why an admission starts again from its locks; once for each reason:
 * - DATABASE_TROUBLE: the database was briefly unavailable. Not if it ended the session because we kept it waiting: a
 *   second attempt would only do the same to others.
 * - NEW_AFTER_ALL: a batch that was answered before contains operations that were not judged yet.
 * - OTHER_SESSION: the device belonged to an earlier session of its user, and is moved first. Signing out then takes
 *   the device along, before or after a whole batch. Ordinary batches pay nothing for it.
 * - BATCH_FAULT: a load or a write failed. The batch is bisected, so that only the failing operations are deferred.
 */
type RetryReason = "DATABASE_TROUBLE" | "NEW_AFTER_ALL" | "OTHER_SESSION" | "BATCH_FAULT";

async function admitWithRetries<Extra>(run: AdmissionRun<Extra>): Promise<AdmittedBatch<Extra>> {
  const { request, deps } = run;
  const { features } = deps;
  const tried = new Set<RetryReason>();
  let known = deps.recent.has(request);
  let prepared = known ? takeForKnown(request, features) : await prepareBatch(request, features);
  for (;;) {
    try {
      const plan = { prepared, known, inParts: tried.has("BATCH_FAULT") };
      return await deps.underWay.during(() => admitOnce(run, plan));
    } catch (error) {
      const reason = retryReasonOf(error, request);
      const again = reason !== null && !tried.has(reason) && !wasKeptWaiting(error);
      if (reason === "DATABASE_TROUBLE" && !again) throw refuseTrouble(error);
      if (!again) throw error;
      tried.add(reason);
      if (reason === "OTHER_SESSION") await moveDevice(run);
      if (reason !== "NEW_AFTER_ALL") continue;
      known = false;
      prepared = await prepareBatch(request, features);
    }
  }
}

function retryReasonOf(error: unknown, { appSessionId }: AdmissionRequest): RetryReason | null {
  if (isDatabaseTrouble(error)) return "DATABASE_TROUBLE";
  if (error instanceof NewAfterAll) return "NEW_AFTER_ALL";
  if (error instanceof BatchFault) return "BATCH_FAULT";
  return error instanceof OtherSessionError && appSessionId !== undefined ? "OTHER_SESSION" : null;
}

async function moveDevice<Extra>({ deps, request }: AdmissionRun<Extra>): Promise<void> {
  const { deviceId, actorUserId: userId, appSessionId } = request;
  if (appSessionId === undefined) return;
  await transact(deps.em, (tx) => adoptDevice(tx, { deviceId, userId, appSessionId }));
}

async function admitOnce<Extra>(
  run: AdmissionRun<Extra>,
  {
    prepared,
    known,
    inParts,
  }: { readonly prepared: PreparedBatch; readonly known: boolean; readonly inParts: boolean },
): Promise<AdmittedBatch<Extra>> {
  const { request, deps } = run;
  const ahead = !inParts && !known;
  const wanted = ahead ? wantedRows(request, prepared) : NOTHING_WANTED;
  const tx = deps.em.fork();
  await tx.begin();
  try {
    return await admit(tx, run, { prepared, wanted, inParts });
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

/**
 * Options for one attempt at a batch: the prepared operations, the rows to read together with the locks, and whether
 * to decide in parts.
 */
interface AdmissionPlan {
  readonly prepared: PreparedBatch;
  readonly wanted: Wanted;
  readonly inParts: boolean;
}

/**
 * The steps of a batch. Its content was judged before. Locks and reads share one pipeline; writes and the commit
 * share another.
 */
async function admit<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  { prepared, wanted, inParts }: AdmissionPlan,
): Promise<AdmittedBatch<Extra>> {
  const batch = await read(tx, run, { prepared, wanted });
  if (isKnown(batch)) return await answerKnown(tx, run, batch);
  const { scope, fresh, inherited } = batch;
  const soFar = new Map([...retryableBefore(batch.classified), ...inheritedStates(inherited)]);
  const part = { operations: fresh, soFar };
  const decided = inParts
    ? await decideInParts(tx, scope, part)
    : decideTogether(part, await loadCopies(tx, scope, batch));
  const retryable = retryableResults(fresh, decided);
  if (retryable.size === fresh.length && inherited.length === 0)
    return await answerKnown(tx, run, { ...batch, retryable });
  const recorded = await record(tx, run, { batch, decided, prepared, withLastSeen: !inParts });
  return await answer(tx, run, { batch, decided, recorded, prepared });
}

/** If the first operation of a batch is known, usually all of it is. It is then read without locks. */
async function read<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  { prepared, wanted }: Omit<AdmissionPlan, "inParts">,
): Promise<Batch> {
  const unlessKnown = run.request.operations[0]?.clientOperationId ?? null;
  const loaded = await load(tx, run, { wanted, unlessKnown });
  const batch = await classify(tx, run, { loaded, prepared });
  if (loaded.locked || isKnown(batch)) return batch;
  const again = await load(tx, run, { wanted, unlessKnown: null });
  return await classify(tx, run, { loaded: again, prepared });
}

/** True if nothing in the batch must be decided or written. */
function isKnown({ fresh, inherited }: Batch): boolean {
  return fresh.length === 0 && inherited.length === 0;
}

/**
 * Logs one line for a batch with crashed operations or refusals without a receipt. Support finds it by the references
 * in the answers.
 */
function logBatch<Extra>(
  { deps, request }: AdmissionRun<Extra>,
  { results, faults }: AdmittedBatch<Extra>,
): void {
  const { requestId, deviceId } = request;
  const refused = results
    .filter(({ diagnosticsRef, receiptId }) => diagnosticsRef && diagnosticsRef !== receiptId)
    .filter(({ rejectionCode }) => rejectionCode !== "TEMPORARILY_UNPROCESSED")
    .map(({ diagnosticsRef, rejectionCode }) => ({ diagnosticsRef, rejectionCode }));
  const line = { requestId, deviceId, refused };
  if (faults.length > 0) deps.log.error({ ...line, faults }, "operations were deferred");
  else if (refused.length > 0) deps.log.info(line, "refused, no receipt");
}
