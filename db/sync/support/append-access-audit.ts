import { sql } from "kysely";
import type { TokenRole } from "../../../contract/accounts/vocabulary.ts";
import type { SupportAccessKind } from "../../../contract/sync/support-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** One look or act of an operator. */
export interface AccessAudit {
  readonly kind: SupportAccessKind;
  /** Null for what is of no one device. */
  readonly deviceId: string | null;
  /** A row each, by id: the receipt that was looked at, or null where it was none. */
  readonly rows: readonly { readonly id: string; readonly receiptId: string | null }[];
  /** Never a name: see `api/guard/principal-of.ts`. */
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly requestId: string;
}

/** Writes down who looked at what, and why; receipts that stand here are never pruned. */
export async function appendAccessAudit(tx: Tx, audit: AccessAudit): Promise<void> {
  await sql`
    insert into support_access_audit (id, kind, device_id, receipt_id, actor, role, reason,
      request_id, created_at)
    select row.id, ${audit.kind}, ${audit.deviceId}::uuid, row."receiptId", ${audit.actor},
      ${audit.role}, ${audit.reason}, ${audit.requestId}, (select clock_now())
    from json_to_recordset(${JSON.stringify(audit.rows)}::json) as row (id uuid, "receiptId" uuid)
  `.execute(tx.getKysely());
}
