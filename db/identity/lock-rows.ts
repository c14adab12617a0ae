import { sql } from "kysely";
import type { Tx } from "../transact.ts";

// Second place of the lock order (storage.md): user, then invitation, then workspace. Facts are read
// by a later statement.

/** Locks a user against every other act that changes the account. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select id from app_user where id = ${userId} for no key update`.execute(tx.getKysely());
}

/** Locks an invitation: one act at a time consumes, revokes or resends it. */
export async function lockInvitation(tx: Tx, invitationId: string): Promise<void> {
  await sql`select id from invitation where id = ${invitationId} for no key update`.execute(
    tx.getKysely(),
  );
}

/** Holds a workspace in its status: a suspension comes before or after, never between. */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select id from coach_workspace where id = ${workspaceId} for share`.execute(
    tx.getKysely(),
  );
}
