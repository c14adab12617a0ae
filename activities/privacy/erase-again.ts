import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { deletionRequestedFor } from "../../rules/accounts/deletion-due-at.ts";
import { judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import { forEachAlone } from "../for-each-alone.ts";
import { emitDeletion } from "./emit-deletion.ts";

/**
 * Repeats the erasure of users that a restored backup brought back: their deletion becomes due at once, and their actor
 * makes it final. Users who are erased, about to be, or unknown to the database are skipped. After an interruption it
 * starts again; a user that fails does not delay the others.
 *
 * @param erased users whose erasure is marked.
 * @returns how many users a backup had brought back.
 * @throws AggregateError once all others are done, if a user failed; run it again after the repair.
 */
export async function eraseAgain(
  em: SqlEntityManager,
  erased: AsyncIterable<string>,
): Promise<number> {
  return await forEachAlone(erased, (userId) => transact(em, (tx) => makeDue(tx, userId)));
}

/** Takes the place of a request id after a restore of a backup from before the erasure. */
const REQUEST_ID = "restored";

async function makeDue(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId);
  const user = await tx.findOne(User, userId);
  if (user === null) return false;
  const now = await clockNow(tx);
  const { kind } = judgeDeletion(user, now);
  if (kind === "DELETED" || kind === "DUE") return false;
  const deletionRequestedAt = deletionRequestedFor(now);
  tx.assign(user, { status: "PENDING_DELETION", deletionRequestedAt, updatedAt: now });
  await tx.flush();
  await emitDeletion(tx, { userId, type: "AccountDeletionRequested", requestId: REQUEST_ID, now });
  return true;
}
