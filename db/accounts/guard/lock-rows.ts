import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import type { AccountStateKey } from "./queries.ts";

// Second place of the lock order (docs/rules.md#storage-lock-order): user, then invitation, then
// workspace. Facts are read by a later statement.

/** Locks a user against every other act that changes the account. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`/* named: lock-user */
    select id from app_user where id = ${userId} for no key update
  `.execute(tx.getKysely());
}

/** Locks an invitation: one act at a time consumes, revokes or resends it. */
export async function lockInvitation(tx: Tx, invitationId: string): Promise<void> {
  await sql`select id from invitation where id = ${invitationId} for no key update`.execute(
    tx.getKysely(),
  );
}

/** Locks an invitation as a coach names it: one of another workspace is not touched. */
export async function lockWorkspaceInvitation(
  tx: Tx,
  named: { readonly workspaceId: string; readonly invitationId: string },
): Promise<void> {
  await sql`
    select id from invitation
     where id = ${named.invitationId} and workspace_id = ${named.workspaceId}
       for no key update
  `.execute(tx.getKysely());
}

/** Holds a workspace in its status: a suspension comes before or after, never between. */
export async function lockWorkspaceShared(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select id from coach_workspace where id = ${workspaceId} for share`.execute(
    tx.getKysely(),
  );
}

/** What is held, and whether the workspace is about to be written. */
export interface LockedAccountKey extends AccountStateKey {
  readonly changesWorkspace: boolean;
}

/** Each of its texts has a name of its own. */
function nameOf({ workspaceId, changesWorkspace }: LockedAccountKey) {
  if (workspaceId === null) return sql`/* named: lock-session */`;
  if (changesWorkspace) return sql`/* named: lock-session-and-workspace */`;
  return sql`/* named: lock-session-and-place */`;
}

/**
 * Holds an account, a session and, where one is named, the place in a workspace as they are. The first
 * two are locked as strongly as an act that changes them would: from a shared lock two acts of one
 * account could each wait for the other.
 */
export async function lockAccount(tx: Tx, key: LockedAccountKey): Promise<void> {
  const { userId, appSessionId, workspaceId, changesWorkspace } = key;
  const placeLocks = changesWorkspace
    ? sql`for share of m for no key update of w`
    : sql`for share of m, w`;
  const place = sql`
      join workspace_membership m on m.user_id = u.id and m.workspace_id = ${workspaceId}
       and m.status = 'ACTIVE'
      join coach_workspace w on w.id = m.workspace_id`;
  await sql`${nameOf(key)}
    select u.id from app_user u join app_session s on s.user_id = u.id
           ${workspaceId === null ? sql`` : place}
     where u.id = ${userId} and s.id = ${appSessionId}
       for no key update of u, s ${workspaceId === null ? sql`` : placeLocks}
  `.execute(tx.getKysely());
}
