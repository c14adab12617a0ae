import type { Tx } from "../../platform/transactions/transact.ts";
import type { AuthAuditEntry } from "../append-auth-audit.ts";
import { secondsAgo, jsonEquals } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** Whether the user, or an actor without an account, has an equal audit entry from the last `seconds` seconds. */
export async function hasRecentAudit(
  tx: Tx,
  line: Pick<AuthAuditEntry, "actor" | "eventType" | "metadata" | "userId"> & {
    readonly seconds: number;
  },
): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom("authAuditEvent")
    .where((eb) =>
      line.userId === null
        ? eb.and([eb("userId", "is", null), eb("actor", "=", line.actor)])
        : eb("userId", "=", line.userId),
    )
    .where("eventType", "=", line.eventType)
    .where(({ ref }) => jsonEquals(ref("metadata"), line.metadata))
    .where("createdAt", ">", secondsAgo(line.seconds))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
