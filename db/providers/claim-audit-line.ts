import { sql } from "kysely";
import type { Tx } from "../transact.ts";
import type { AuthAuditEntry } from "../accounts/append-auth-audit.ts";

/** Appends to the auth audit under a given id; false when that line is there already. */
export async function claimAuditLine(tx: Tx, id: string, entry: AuthAuditEntry): Promise<boolean> {
  const { rows } = await sql`
    insert into auth_audit_event (id, user_id, event_type, provider, actor, metadata, created_at)
    values (${id}, ${entry.userId}, ${entry.eventType}, ${entry.provider}, ${entry.actor},
            ${JSON.stringify(entry.metadata)}::jsonb, clock_now())
    on conflict (id) do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}
