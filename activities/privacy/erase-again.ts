import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, transact, type Tx } from "../../db/transact.ts";
import { deletionRequestedFor } from "../../rules/accounts/deletion-due-at.ts";
import { judgeDeletion } from "../../rules/privacy/account-deletion.ts";
import { forEachAlone } from "../for-each-alone.ts";
import { emitDeletion } from "./change-deletion.ts";

/** Stands where a request would: a database was restored from before the erasure. */
const REQUEST_ID = "restored";

/**
 * Has everybody erased again whom a restored database brought back: their deletion is due at once, and their actor
 * makes it final as it did before. Who is erased, or about to be, stays so, and of whom the database knows nothing
 * nothing becomes. Interrupted, it is done again from the beginning; one who fails by themselves holds up nobody else.
 *
 * @param erased users whose erasure is marked.
 * @returns how many were brought back.
 * @throws AggregateError once all others are seen to, if somebody failed by themselves: repaired, it is done again.
 */
export async function eraseAgain(
  em: SqlEntityManager,
  erased: AsyncIterable<string>,
): Promise<number> {
  return await forEachAlone(erased, (userId) => transact(em, (tx) => makeDue(tx, userId)));
}

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
