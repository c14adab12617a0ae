import { sql } from "kysely";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores which operations replaced others. The first replacement stays, no matter whether it is judged again. */
export async function insertReplacements(
  tx: Tx,
  scope: { readonly lineageId: string; readonly relationshipId: string; readonly now: Date },
  rows: readonly ReplacementRow[],
): Promise<void> {
  await sql`
    insert into operation_replacement (lineage_id, relationship_id, client_operation_id, replaced_by,
      created_at)
    select ${scope.lineageId}::uuid, ${scope.relationshipId}::uuid, client_operation_id, replaced_by,
      ${scope.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (client_operation_id text, replaced_by text)
    order by client_operation_id
    on conflict do nothing
  `.execute(tx.getKysely());
}

/** A replaced operation, and the one that replaced it. */
export interface ReplacementRow {
  readonly client_operation_id: string;
  readonly replaced_by: string;
}
