import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** Locks a workspace for a change of its status: whoever acts in it comes before or after. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select id from coach_workspace where id = ${workspaceId} for no key update`.execute(
    tx.getKysely(),
  );
}

/** Locks an invitation to join: one act at a time accepts or revokes it. */
export async function lockMemberInvitation(tx: Tx, memberInvitationId: string): Promise<void> {
  await sql`
    select id from member_invitation where id = ${memberInvitationId} for no key update
  `.execute(tx.getKysely());
}

/** Locks an active membership against every act that rests on it. */
export async function lockMembership(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await sql`
    select id from workspace_membership
     where workspace_id = ${workspaceId} and user_id = ${userId} and status = 'ACTIVE'
       for no key update
  `.execute(tx.getKysely());
}
