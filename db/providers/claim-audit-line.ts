import type { Tx } from "../platform/transactions/transact.ts";
import type { AuthAuditEntry } from "../accounts/append-auth-audit.ts";
import { clockNow, json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Appends to the auth audit log under a given id; false if that entry exists. */
export async function claimAuditLine(tx: Tx, id: string, entry: AuthAuditEntry): Promise<boolean> {
  const { userId, eventType, provider, actor, metadata } = entry;
  const line = await tables(tx)
    .insertInto("authAuditEvent")
    .values({
      id,
      userId,
      eventType,
      provider,
      actor,
      metadata: json(metadata),
      createdAt: clockNow,
    })
    .onConflict((on) => on.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return line !== undefined;
}
