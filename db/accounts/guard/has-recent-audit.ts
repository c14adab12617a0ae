import { sql } from "kysely";
import { firstRow, type Tx } from "../../transact.ts";
import type { AuthAuditEntry } from "../append-auth-audit.ts";

/** Whether the same was written down of this user in the last so many seconds. */
export async function hasRecentAudit(
  tx: Tx,
  line: Pick<AuthAuditEntry, "eventType" | "metadata"> & {
    readonly userId: string;
    readonly seconds: number;
  },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from auth_audit_event
       where user_id = ${line.userId} and event_type = ${line.eventType}
         and metadata = ${JSON.stringify(line.metadata)}::jsonb
         and created_at > clock_now() - make_interval(secs => ${line.seconds})) as found
  `.execute(tx.getKysely());
  return firstRow(rows).found;
}
