import type { Tx } from "../../platform/transactions/transact.ts";
import type { AuthAuditEntry } from "../append-auth-audit.ts";
import { secondsAgo, jsonEquals } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** Whether the user has an equal audit entry from the last `seconds` seconds. */
export async function hasRecentAudit(
  tx: Tx,
  line: Pick<AuthAuditEntry, "eventType" | "metadata"> & {
    readonly userId: string;
    readonly seconds: number;
  },
): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom("authAuditEvent")
    .where("userId", "=", line.userId)
    .where("eventType", "=", line.eventType)
    .where(({ ref }) => jsonEquals(ref("metadata"), line.metadata))
    .where("createdAt", ">", secondsAgo(line.seconds))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
