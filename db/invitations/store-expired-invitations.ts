import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Writes down which open invitations of a workspace have closed by time. Nobody waits for this: every
 * reader compares the instant itself, so a row that is in use meanwhile is passed over.
 */
export async function storeExpiredInvitations(tx: Tx, workspaceId: string): Promise<void> {
  await sql`
    update invitation set status = 'EXPIRED', updated_at = clock_now()
     where id in (select id from invitation
                   where workspace_id = ${workspaceId} and status = 'ACTIVE'
                     and expires_at <= clock_now()
                   order by id for no key update skip locked)
  `.execute(tx.getKysely());
}
