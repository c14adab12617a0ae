import { newId } from "../platform/new-id.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { clockNow, json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Appends to the auth audit log, in the caller's transaction. */
export async function appendAuthAudit(tx: Tx, entry: AuthAuditEntry): Promise<void> {
  await appendAuthAudits(tx, [entry]);
}

/** One entry of the auth audit log: no contact, no token. */
export interface AuthAuditEntry {
  /** Null while the user is unknown. */
  readonly userId: string | null;
  readonly eventType: string;
  readonly provider: string | null;
  /** User id, or a keyed hash of the identity or address. */
  readonly actor: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Appends several entries, in one statement. */
export async function appendAuthAudits(tx: Tx, entries: readonly AuthAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tables(tx)
    .insertInto("authAuditEvent")
    .values(
      entries.map(({ userId, eventType, provider, actor, metadata }) => ({
        id: newId(),
        userId,
        eventType,
        provider,
        actor,
        metadata: json(metadata),
        createdAt: clockNow,
      })),
    )
    .execute();
}
