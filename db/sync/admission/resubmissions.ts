import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** Whose operations. */
export interface ResubmissionScope {
  readonly lineageId: string;
  readonly relationshipId: string;
}

/** By operation: the one it was sent in place of, the one that was sent in place of, and so on. */
export type ResubmissionLines = ReadonlyMap<string, readonly string[]>;

/** What operations were sent in place of that others are sent in place of now; no statement for none. */
export async function findResubmissionLines(
  tx: Tx,
  { lineageId, relationshipId }: ResubmissionScope,
  clientOperationIds: readonly string[],
): Promise<ResubmissionLines> {
  if (clientOperationIds.length === 0) return new Map();
  const { rows } = await sql<{ clientOperationId: string; before: string }>`
    with recursive line (client_operation_id, before) as (
      select named.id, named.id collate "C" from unnest(${clientOperationIds}::text[]) named (id)
      union
      select line.client_operation_id, earlier.resubmit_of
      from line
      cross join lateral (
        select resubmit_of from operation_resubmission
        where lineage_id = ${lineageId} and relationship_id = ${relationshipId}
          and client_operation_id = line.before
        limit 1
      ) earlier
    )
    select client_operation_id as "clientOperationId", before from line
    where before <> client_operation_id
  `.execute(tx.getKysely());
  const lines = new Map<string, string[]>();
  for (const { clientOperationId: id, before } of rows)
    lines.set(id, [...(lines.get(id) ?? []), before]);
  return lines;
}

/** An operation that was not accepted, and the one it was sent in place of. */
export interface ResubmissionRow {
  readonly client_operation_id: string;
  readonly resubmit_of: string;
}

/** Keeps what operations were sent in place of; judged afresh, the last word counts. */
export async function saveResubmissions(
  tx: Tx,
  scope: ResubmissionScope & { readonly now: Date },
  rows: readonly ResubmissionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into operation_resubmission (lineage_id, relationship_id, client_operation_id, resubmit_of,
      created_at)
    select ${scope.lineageId}::uuid, ${scope.relationshipId}::uuid, client_operation_id, resubmit_of,
      ${scope.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      client_operation_id text, resubmit_of text)
    on conflict (lineage_id, relationship_id, client_operation_id) do update
    set resubmit_of = excluded.resubmit_of
  `.execute(tx.getKysely());
}
