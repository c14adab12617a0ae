import { sql } from "kysely";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";

/** One line of the auth audit: no contact, no token. */
export interface AuthAuditEntry {
  /** Null while nobody knows whose attempt it is. */
  readonly userId: string | null;
  readonly eventType: string;
  readonly provider: string | null;
  /** User id, or a keyed hash of the identity or address. */
  readonly actor: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Appends to the auth audit, in the caller's transaction. */
export async function appendAuthAudit(tx: Tx, entry: AuthAuditEntry): Promise<void> {
  await sql`
    insert into auth_audit_event (id, user_id, event_type, provider, actor, metadata, created_at)
    values (${newId()}, ${entry.userId}, ${entry.eventType}, ${entry.provider}, ${entry.actor},
            ${JSON.stringify(entry.metadata)}::jsonb, clock_now())
  `.execute(tx.getKysely());
}
