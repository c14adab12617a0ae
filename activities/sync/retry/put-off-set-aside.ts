import { RETRY_PAUSES_SECONDS } from "../../../contract/sync/vocabulary.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  findSetAside,
  postponeSetAside,
  type SetAsideKey,
} from "../../../db/sync/retry/set-aside.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";

/**
 * Puts the next try of an operation off that could not even be made, e.g. because its envelope can no longer
 * be read: it costs no try, and no other operation its turn.
 */
export async function putOffSetAside(tx: Tx, key: SetAsideKey, fault: unknown): Promise<void> {
  const found = await findSetAside(tx, key);
  if (found === null) return;
  await lockAdmission(tx, found);
  const aside = await findSetAside(tx, key);
  if (aside?.state !== "OPEN") return;
  const now = await clockNow(tx);
  const { reason, attempts } = aside;
  const nextAttemptAt = new Date(now.getTime() + RETRY_PAUSES_SECONDS[1] * 1000);
  const faultClass = faultClassOf(fault);
  await postponeSetAside(tx, aside, { reason, attempts, faultClass, now, nextAttemptAt });
}
