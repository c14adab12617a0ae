import type { OperationResult } from "../../../contract/sync/schema.ts";
import { isDatabaseTrouble, refuseTrouble, transact, type Tx } from "../../../db/transact.ts";
import { adoptDevice } from "../devices/adopt-device.ts";
import { OtherSessionError } from "../devices/follow-session.ts";
import type { AdmissionDeps, AdmissionRequest, AdmissionRun, AdmittedBatch } from "./admission.ts";
import { answer, answerKnown, classify, load, lock, record } from "./admission-steps.ts";
import { BatchFault, decideInParts, decideOperations } from "./decide-operations.ts";

/**
 * Admits one batch (docs/rules.md#sync-flow, docs/architecture.md#the-hot-path): one transaction, a number of
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
  const admitted = await deps.queue.run(request.deviceId, () => admitWithRetries(run));
  logProvisional(run, admitted.results);
  return admitted;
}

/**
 * Why an admission is begun again, from its locks, for each reason once:
 * - DATABASE_TROUBLE: the database was away for a moment.
 * - OTHER_SESSION: the device belonged to an earlier session of its user, and is moved first. Signing out
 *   then takes the device along, before or after a whole batch; the ordinary batch pays nothing for it.
 * - BATCH_FAULT: a load or a write failed; decided in parts, only the operations that fail are deferred.
 */
type RetryReason = "DATABASE_TROUBLE" | "OTHER_SESSION" | "BATCH_FAULT";

async function admitWithRetries<Extra>(run: AdmissionRun<Extra>): Promise<AdmittedBatch<Extra>> {
  const tried = new Set<RetryReason>();
  for (;;) {
    try {
      return await admitOnce(run, tried.has("BATCH_FAULT"));
    } catch (error) {
      const reason = retryReasonOf(error, run.request);
      if (reason === "DATABASE_TROUBLE" && tried.has(reason)) throw refuseTrouble(error);
      if (reason === null || tried.has(reason)) throw error;
      tried.add(reason);
      if (reason === "OTHER_SESSION") await moveDevice(run);
    }
  }
}

function retryReasonOf(error: unknown, { appSessionId }: AdmissionRequest): RetryReason | null {
  if (isDatabaseTrouble(error)) return "DATABASE_TROUBLE";
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
  inParts: boolean,
): Promise<AdmittedBatch<Extra>> {
  const tx = run.deps.em.fork();
  await tx.begin();
  try {
    return await admit(tx, run, inParts);
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

/** The six steps. The last one ends the transaction: with a commit, or a rollback when nothing is new. */
async function admit<Extra>(
  tx: Tx,
  run: AdmissionRun<Extra>,
  inParts: boolean,
): Promise<AdmittedBatch<Extra>> {
  const lineageId = await lock(tx, run.request);
  const loaded = await load(tx, run.request, lineageId);
  const batch = await classify(tx, run, loaded);
  if (batch.fresh.length === 0) return await answerKnown(tx, run, batch);
  const decide = inParts ? decideInParts : decideOperations;
  const decided = await decide(tx, batch.scope, batch.fresh);
  const recorded = await record(tx, run, { batch, decided, withLastSeen: !inParts });
  return await answer(tx, run, { batch, recorded });
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
