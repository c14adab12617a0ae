import type { AdmissionDeps, AdmittedBatch } from "./admission.ts";
import { answerKnown, commitAndAnswer } from "./answer-batch.ts";
import { retryableResults } from "./answers/retryable-results.ts";
import { decideIsolated } from "./decide-isolated.ts";
import { decideQueue, queueOf } from "./decide-queue.ts";
import { loadCopies } from "./load-features.ts";
import type { PreparedBatch } from "./prepare/prepare-batch.ts";
import { readBatch } from "./read-batch.ts";
import { recordBatch } from "./record/record-batch.ts";

/**
 * Attempts to admit one batch, in one transaction whose number of statements does not depend on the number of
 * operations (docs/architecture.md#the-hot-path). Its content was judged before. Locks and reads share one pipeline;
 * writes and COMMIT share another. Verdicts are stored as receipts.
 *
 * An operation has four types on its way: `Operation` as sent, `FreshOperation` judged by its content and by what is
 * known, `ReadyOperation` with its intent and resolved ids, `Outcome`. On a failure:
 *
 * - A rule throws: that operation alone is deferred, and its device's actor retries it (`decideQueue`).
 * - A feature refuses with a provisional code: nothing of that operation is kept; the device may send it again.
 * - A load or a write fails, or PostgreSQL answers COMMIT with ROLLBACK: BatchFault. The next attempt isolates the
 *   failing operations, which are deferred.
 * - The scope, the device or the batch as a whole is refused: Refusal, the answer to the whole batch.
 * - The device was used by another session, or an operation is new although the batch seemed known:
 *   OtherSessionError, NewAfterAll. The next attempt follows once that is mended.
 * - The database fails, up to the answer to COMMIT: its own error. The next attempt finds receipts if COMMIT succeeded.
 *
 * Each error rolls everything back. `retryAdmission` decides which of them lead to a next attempt.
 */
export async function admitBatch<Extra>(
  deps: AdmissionDeps,
  prepared: PreparedBatch<Extra>,
): Promise<AdmittedBatch<Extra>> {
  const tx = deps.em.fork();
  await tx.begin();
  try {
    const batch = await readBatch(tx, deps, prepared);
    if (batch.isKnown) return await answerKnown(tx, deps, { prepared, batch });
    const queue = queueOf(batch);
    const decided = prepared.isolates
      ? await decideIsolated(tx, batch.scope, queue)
      : decideQueue(queue, await loadCopies(tx, batch));
    const retryable = retryableResults(batch.fresh, decided);
    const leavesNothing = retryable.size === batch.fresh.length && batch.inherited.length === 0;
    if (leavesNothing) return await answerKnown(tx, deps, { prepared, batch, retryable });
    const recorded = await recordBatch(tx, deps, { prepared, batch, decided });
    return await commitAndAnswer(tx, deps, { prepared, batch, decided, recorded });
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}
