import { sql } from "kysely";
import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import { firstRow, type Tx } from "../transact.ts";

/** How many invitations of clients stand open in a workspace. */
export async function countOpenInvitations(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitation
     where workspace_id = ${workspaceId} and status = 'ACTIVE' and expires_at > clock_now()
  `.execute(tx.getKysely());
  return firstRow(rows).count;
}

/** How many invitations to join stand open in a workspace. */
export async function countOpenMemberInvitations(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member_invitation
     where workspace_id = ${workspaceId} and status = 'ACTIVE' and expires_at > clock_now()
  `.execute(tx.getKysely());
  return firstRow(rows).count;
}

const SENT = [
  "INVITATION_CREATED",
  "INVITATION_RESENT",
  "MEMBER_INVITED",
] as const satisfies readonly AuthAuditEventType[];

/**
 * In how many seconds a coach may send the next invitation; null for now. Counted by the audit, which
 * knows of those that were sent again too.
 */
export async function findSendingPause(
  tx: Tx,
  { userId, limit }: { readonly userId: string; readonly limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - clock_now()))::int as seconds
      from auth_audit_event
     where user_id = ${userId} and event_type = any(${[...SENT]}::text[])
       and created_at > clock_now() - interval '1 hour'
     order by created_at desc offset ${limit - 1} limit 1
  `.execute(tx.getKysely());
  return rows[0]?.seconds ?? null;
}
