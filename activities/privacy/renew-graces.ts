import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import { User } from "../../db/accounts/user.ts";
import { listPendingDeletions } from "../../db/privacy/queries.ts";
import { clockNow, transact, type Tx } from "../../db/transact.ts";
import { judgeDeletion } from "../../rules/privacy/account-deletion.ts";
import { forEachAlone } from "../for-each-alone.ts";
import { emitDeletion } from "./change-deletion.ts";

/** Stands where a request would: by it somebody of a restore is known, should it be done again. */
const REQUEST_ID = "grace-renewed";

/** People of one page. */
const PAGE = 500;

/**
 * Gives everybody a whole grace from now whose deletion waits in a restored database, and a letter that says until when
 * it can be called off: who did so after the backup would be erased, and would not know. Whose erasure is marked has
 * none: they are gone. Interrupted, it is done again, and nobody gets a second letter; one who fails by themselves holds up
 * nobody else.
 *
 * @param erased users whose erasure is marked.
 * @returns how many have a new grace.
 * @throws AggregateError once all others are seen to, if somebody failed by themselves: repaired, it is done again.
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

/** Everybody whose deletion waits and whose erasure is not marked. */
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
