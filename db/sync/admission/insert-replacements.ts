import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** Which operation was replaced, and by which receipt. */
export interface ReplacementRow {
  readonly client_operation_id: string;
  readonly receipt_id: string;
}

/** Keeps that operations were accepted in place of others; the primary key allows one each. */
export async function insertReplacements(
  tx: Tx,
  scope: { readonly lineageId: string; readonly relationshipId: string; readonly now: Date },
  rows: readonly ReplacementRow[],
): Promise<void> {
  await sql`
    insert into operation_replacement (lineage_id, relationship_id, client_operation_id, receipt_id,
      created_at)
    select ${scope.lineageId}::uuid, ${scope.relationshipId}::uuid, client_operation_id, receipt_id,
      ${scope.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (client_operation_id text, receipt_id uuid)
  `.execute(tx.getKysely());
}
