import { RETRY_PAUSES_SECONDS } from "../../../contract/sync/vocabulary.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  findDeferral,
  postponeDeferral,
  type DeferralKey,
} from "../../../db/sync/retry/deferral.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Postpones the retry of an operation that could not even be attempted, e.g. because its envelope can no longer be
 * read. It uses up no attempt and does not delay the others operation.
 */
export async function putOffDeferral(tx: Tx, key: DeferralKey, fault: unknown): Promise<void> {
  const found = await findDeferral(tx, key);
  if (found === null) return;
  await lockAdmission(executorOf(tx), found);
  const deferral = await findDeferral(tx, key);
  if (deferral?.state !== "OPEN") return;
  const now = await clockNow(tx);
  const { reason, attempts } = deferral;
  const nextAttemptAt = new Date(now.getTime() + RETRY_PAUSES_SECONDS[1] * 1000);
  const faultClass = faultClassOf(fault);
  await postponeDeferral(tx, deferral, { reason, attempts, faultClass, now, nextAttemptAt });
}
