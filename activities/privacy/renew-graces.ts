import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import { listPendingDeletions } from "../../db/privacy/queries.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import { forEachAlone } from "../for-each-alone.ts";
import { emitDeletion } from "./emit-deletion.ts";

/**
 * Restarts the grace period of all deletions pending in a restored database, and mails the new deadline. Users who
 * cancelled after the backup would otherwise be erased without knowing. Users whose erasure is marked are skipped.
 * After an interruption it can be repeated, and no user gets a second e-mail. A user that fails does not delay the
 * others.
 *
 * @param erased users whose erasure is marked.
 * @returns how many have a new grace.
 * @throws AggregateError once all others are done, if a user failed; run it again after the repair.
 */
export async function renewGraces(
  em: SqlEntityManager,
  erased: AsyncIterable<string>,
): Promise<number> {
  const gone = new Set<string>();
  for await (const userId of erased) gone.add(userId);
  const staying = stayingIn(em, gone);
  return await forEachAlone(staying, (userId) => transact(em, (tx) => renewGrace(tx, userId)));
}

/** Takes the place of a request id. It marks users whose grace was restarted, in case the command is repeated. */
const REQUEST_ID = "grace-renewed";

/** Users on one page. */
const PAGE = 500;

/** Users whose deletion is pending and whose erasure is not marked. */
async function* stayingIn(em: SqlEntityManager, gone: ReadonlySet<string>): AsyncGenerator<string> {
  let afterId: string | null = null;
  for (;;) {
    const page: readonly string[] = await listPendingDeletions(em.fork(), {
      but: REQUEST_ID,
      afterId,
      limit: PAGE,
    });
    yield* page.filter((userId) => !gone.has(userId));
    if (page.length < PAGE) return;
    afterId = page.at(-1) ?? null;
  }
}

async function renewGrace(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId);
  const user = await tx.findOneOrFail(User, userId);
  const now = await clockNow(tx);
  const { kind } = judgeDeletion(user, now);
  if (kind !== "GRACE" && kind !== "DUE") return false;
  tx.assign(user, { deletionRequestedAt: now, updatedAt: now });
  await tx.flush();
  await emitDeletion(tx, { userId, type: "AccountDeletionRequested", requestId: REQUEST_ID, now });
  return true;
}
