import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import {
  listReceiptsOf,
  type StoredReceipt,
} from "../../../../db/sync/receipts/stored-receipts.ts";
import { unpackText } from "../../../../db/sync/pack-text.ts";

/** SQL of all receipts with their batch, to select from like a table. */
export const receiptsOfBatches = sql`(
  select known.*, batch.id as batch_id, batch.relationship_id, batch.device_id, batch.admitted_at as decided_at
  from receipt known join sync_batch batch on batch.id = ${batchOf("known.receipt_id")})`;

/** Number of receipts of a relationship. */
export async function countReceipts(
  em: SqlEntityManager,
  { relationshipId }: { readonly relationshipId: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${receiptsOfBatches} known where relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

/** The unpruned receipts of some devices or relationships, oldest first. */
export async function fullReceipts(
  em: SqlEntityManager,
  ownerIds: readonly string[],
): Promise<readonly StoredReceipt[]> {
  const fork = em.fork();
  const { rows } = await sql<{ id: string }>`
    select id from sync_batch
    where device_id = any(${ownerIds}::uuid[]) or relationship_id = any(${ownerIds}::uuid[])
  `.execute(fork.getKysely());
  const receipts = await listReceiptsOf(
    fork,
    rows.map(({ id }) => id),
  );
  return receipts.toSorted((one, other) => one.chainSeq - other.chainSeq);
}

/** The stored raw requests of a relationship, oldest first, byte for byte. */
export async function storedRequests(
  em: SqlEntityManager,
  { relationshipId }: { readonly relationshipId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ body: Buffer }>`
    select request.body from sync_request request join sync_batch batch on batch.id = request.batch_id
    where batch.relationship_id = ${relationshipId} order by batch.id
  `.execute(em.fork().getKysely());
  return rows.map(({ body }) => unpackText(body));
}

/**
 * Every packed column, unpacked, by table, because a text search in tables cannot read it. Reads every column of
 * bytes.
 */
export async function unpackedTexts(
  em: SqlEntityManager,
): Promise<readonly { readonly table: string; readonly text: string }[]> {
  const run = <Row extends object>(query: ReturnType<typeof sql<Row>>) =>
    query.execute(em.fork().getKysely());
  const { rows: columns } = await run(sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`);
  const texts: { table: string; text: string }[] = [];
  for (const { table, column } of columns) {
    const { rows } = await run(sql<{ packed: Buffer }>`
      select ${sql.ref(column)} as packed from ${sql.table(table)}`);
    texts.push(...rows.map(({ packed }) => ({ table, text: unpackText(packed) })));
  }
  return texts;
}
