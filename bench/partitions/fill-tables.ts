import type { Client } from "pg";
import { BATCH } from "../phones/phones.ts";
import { say } from "../report/rounds.ts";

/** Batches of one transaction. */
const SLICE = 20_000;

/**
 * Fills the tables of batches, receipts, requests and answers with operations. They are batches of fifty of a thousand
 * other phones, spread evenly over the 400 days before now. Bytes are those of a real batch. Keys of receipts are in no
 * order, so their index is built at the end.
 */
export async function fillTables(database: Client, operations: number): Promise<void> {
  say(`filling ${operations} operations ...`);
  await database.query(
    "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB'",
  );
  const rebuild = await dropIndexes(database, "receipt");
  for (let first = 0; first < operations / BATCH; first += SLICE) {
    const last = Math.min(first + SLICE, operations / BATCH) - 1;
    await database.query("begin");
    await database.query(MADE, [first, last]);
    for (const statement of FILLS) await database.query(statement);
    await database.query("commit");
  }
  await rebuild();
  await database.query("vacuum analyze sync_batch, receipt, sync_request, sync_answers");
  await database.query("reset synchronous_commit");
}

/** Drops the indexes of a table, and returns the function that builds them again. */
async function dropIndexes(database: Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await database.query<{ name: string; constraint: string | null; text: string }>(
    `select relname as name, pg_get_constraintdef(con.oid) as constraint, pg_get_indexdef(indexrelid) as text
     from pg_index join pg_class on pg_class.oid = indexrelid
       left join pg_constraint con on con.conindid = indexrelid and con.conrelid = indrelid
     where indrelid = $1::regclass`,
    [table],
  );
  for (const { name, constraint } of rows)
    await database.query(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
    );
  return async () => {
    for (const { name, constraint, text } of rows)
      await database.query(
        constraint === null ? text : `alter table ${table} add constraint ${name} ${constraint}`,
      );
  };
}

/** The id of a batch ends in sixteen free bits, in which its receipts are counted. */
const MADE = `
  create temporary table made on commit drop as
  select n, (left(uuidv7(make_interval(secs => -34560000.0 * ((n::bigint * 7919) % 1000003) / 1000003))::text, 32)
             || '0000')::uuid as id, md5('device' || n % 1000)::uuid as device_id
  from generate_series($1::integer, $2::integer) n`;

const FILLS = [
  `insert into sync_batch (id, device_id, lineage_id, relationship_id, operation_count, accepted_count,
     rejected_count, conflict_count, deferred_count, status, request_id, admitted_at, settled_at,
     next_settle_at, chain_first, chain_last)
   select id, device_id, device_id, device_id, 50, 50, 0, 0, 0, 'SETTLED', 'filled', uuid_extract_timestamp(id),
     uuid_extract_timestamp(id), uuid_extract_timestamp(id), n / 1000 * 50 + 1, n / 1000 * 50 + 50
   from made`,
  `insert into receipt (op_key, receipt_id, fingerprint, revision, verdict)
   select encode(substr(sha256(uuid_send(device_id)), 1, 8)
       || substr(sha256(convert_to(n || ' ' || o, 'UTF8')), 1, 8), 'hex')::uuid,
     (left(id::text, 32) || lpad(to_hex(o), 4, '0'))::uuid, md5(n || ' ' || o)::uuid, 1, 0
   from made, generate_series(1, 50) o`,
  `insert into sync_answers select id, one.lines from made, (select lines from sync_answers
     order by length(lines) desc limit 1) one`,
  `insert into sync_request select id, one.body, uuid_extract_timestamp(id) from made, (select body from sync_request
     order by length(body) desc limit 1) one where id > uuidv7(interval '-90 days')`,
];
