import type { Tx } from "../../transact.ts";
import type { AccountStateKey } from "./queries.ts";
import { prepareQuery, type Slots } from "../../prepared-query.ts";
import { tables } from "../../tables.ts";

// Second place of the lock order (docs/rules.md#storage-lock-order): user, then invitation, then
// workspace. Facts are read by a later statement.

const users = prepareQuery("lock-user", (from, slot: Slots<{ readonly userId: string }>) =>
  from.selectFrom("appUser").where("id", "=", slot("userId")).select("id").forNoKeyUpdate(),
);

/** Locks a user against every other act that changes the account. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await users(tx, { userId });
}

/** What is held, and whether the workspace is about to be written. */
export interface LockedAccountKey extends AccountStateKey {
  readonly changesWorkspace: boolean;
}

/**
 * Holds an account, a session and, where one is named, the place in a workspace as they are. The first
 * two are locked as strongly as an act that changes them would: from a shared lock two acts of one
 * account could each wait for the other.
 */
export async function lockAccount(tx: Tx, key: LockedAccountKey): Promise<void> {
  const { userId, appSessionId, workspaceId, changesWorkspace } = key;
  const account = tables(tx)
    .selectFrom("appUser as u")
    .innerJoin("appSession as s", "s.userId", "u.id")
    .where("u.id", "=", userId)
    .where("s.id", "=", appSessionId)
    .select("u.id")
    .forNoKeyUpdate(["u", "s"]);
  if (workspaceId === null) {
    await account.execute();
    return;
  }
  const place = account
    .innerJoin("workspaceMembership as m", "m.userId", "u.id")
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .where("m.workspaceId", "=", workspaceId)
    .where("m.status", "=", "ACTIVE");
  const held = changesWorkspace
    ? place.forShare("m").forNoKeyUpdate("w")
    : place.forShare(["m", "w"]);
  await held.execute();
}
