import type { QueryCreator } from "kysely";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { AccountStateKey } from "./queries.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import type { Tables } from "../../tables.ts";

// Second step of the lock order (docs/rooms/storage.md#lock-order): user, then invitation, then workspace. A later
// statement reads the facts.

/** Locks a user against every other act that changes the account. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await users(tx, { userId });
}

const users = prepareQuery("lock-user", (from, slot: Slots<{ readonly userId: string }>) =>
  from.selectFrom("appUser").where("id", "=", slot("userId")).select("id").forNoKeyUpdate(),
);

/** The rows to lock, and whether the act writes the workspace. */
export interface LockedAccountKey extends AccountStateKey {
  readonly changesWorkspace: boolean;
}

const sessions = prepareQuery("lock-session", (from, slot: Slots<SessionKey>) =>
  sessionRows(from, slot),
);

const places = prepareQuery("lock-session-and-place", (from, slot: Slots<PlaceKey>) =>
  placeRows(from, slot).forShare(["m", "w"]),
);

const changedWorkspaces = prepareQuery(
  "lock-session-and-workspace",
  (from, slot: Slots<PlaceKey>) => placeRows(from, slot).forShare("m").forNoKeyUpdate("w"),
);

/**
 * Locks an account, a session and, where one is named, the membership and its workspace. Account and session are
 * locked FOR NO KEY UPDATE: with shared locks, two acts of one account could deadlock.
 */
export async function lockAccount(tx: Tx, key: LockedAccountKey): Promise<void> {
  const { userId, appSessionId, workspaceId, changesWorkspace } = key;
  if (workspaceId === null) await sessions(tx, { userId, appSessionId });
  else if (changesWorkspace) await changedWorkspaces(tx, { userId, appSessionId, workspaceId });
  else await places(tx, { userId, appSessionId, workspaceId });
}

interface SessionKey {
  readonly userId: string;
  readonly appSessionId: string;
}

interface PlaceKey extends SessionKey {
  readonly workspaceId: string;
}

function sessionRows(from: QueryCreator<Tables>, slot: Slots<SessionKey>) {
  return from
    .selectFrom("appUser as u")
    .innerJoin("appSession as s", "s.userId", "u.id")
    .where("u.id", "=", slot("userId"))
    .where("s.id", "=", slot("appSessionId"))
    .select("u.id")
    .forNoKeyUpdate(["u", "s"]);
}

function placeRows(from: QueryCreator<Tables>, slot: Slots<PlaceKey>) {
  return sessionRows(from, slot)
    .innerJoin("workspaceMembership as m", "m.userId", "u.id")
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .where("m.workspaceId", "=", slot("workspaceId"))
    .where("m.status", "=", "ACTIVE");
}
