import type { Client } from "pg";
import { UNDO_WINDOW_HOURS } from "../../contract/quick-log/vocabulary.ts";
import { copyRows, idInBatch, idOf } from "./copy-rows.ts";

/** Fills the history of devices with earlier days, up to the given number of receipts. */
export function addReceipts(database: Client, deviceIds: readonly string[], receipts: number) {
  return addHistory(database, { deviceIds, receipts, operations: OLD, batches: OLD_BATCH });
}

const fiftieth = (what: string) => idOf(`d.id::text || '${what}' || n / 50`);
const inBatch = (bits: string) => idInBatch("d.id::text || 'batch' || n / 50", bits);
const BATCH_ID = inBatch("'0000'");

/** Columns in which a copied receipt differs: it is of an earlier day, with fifty receipts per batch and task. */
const OLD = {
  receipt_id: inBatch("lpad(to_hex(n % 50 + 1), 4, '0')"),
  client_operation_id: "'old-' || n",
  task_id: fiftieth("task"),
  local_date: "one.local_date - 1 - (n / 50)::integer",
  // Null, because a row is corrected at most once, and the copied row already corrects one.
  supersedes_id: "null",
};
const OLD_BATCH = {
  id: BATCH_ID,
  status: "'SETTLED'",
  settled_at: "one.admitted_at",
  chain_first: "d.chain_seq + n + 1",
  chain_last: "least(d.chain_seq + n + 50, $2::integer)",
};
/** The key keeps the receipts of one lineage next to each other. */
const RECEIPT = {
  receipt_id: OLD.receipt_id,
  op_key: `encode(substr(sha256(uuid_send(d.lineage_id)), 1, 8)
    || substr(sha256(convert_to(d.id::text || n, 'UTF8')), 1, 8), 'hex')::uuid`,
};

/** Columns that differ for operations that can still be undone, whose days are not final yet. */
const AN_HOUR_AGO = `clock_now() - make_interval(hours => (n % ${UNDO_WINDOW_HOURS - 1})::integer + 1)`;
const OPERATIONS_OF_A_DAY = 500;
const DAYS_AGO = `one.local_date - 1 - (n / ${OPERATIONS_OF_A_DAY})::integer`;
const OPEN = { ...OLD, local_date: DAYS_AGO, decided_at: AN_HOUR_AGO };
const OPEN_BATCH = { ...OLD_BATCH, admitted_at: AN_HOUR_AGO, settled_at: AN_HOUR_AGO };
const OPEN_DAY = {
  local_date: DAYS_AGO,
  undo_closes_at: `clock_now() + make_interval(hours => ${UNDO_WINDOW_HOURS / 2})`,
  undo_device_id: "d.id",
  undo_closed_at: "null",
};

type Differing = Readonly<Record<string, string>>;

/** Fills the undo window of devices, up to the given number of receipts; all of their days are still open. */
export async function addOpenHistory(
  database: Client,
  deviceIds: readonly string[],
  receipts: number,
): Promise<void> {
  const differing = new Map(Object.entries(OPEN_DAY));
  await copyRows(database, {
    table: "agenda_day",
    changed: (column) => differing.get(column),
    from: `from device d
      cross join lateral (select * from agenda_day where relationship_id in (
        select relationship_id from sync_batch where device_id = d.id) order by local_date desc limit 1) one
      cross join generate_series(0, $2::integer - 1, ${OPERATIONS_OF_A_DAY}) n
      where d.id = any($1)`,
    values: [deviceIds, receipts],
  });
  await addHistory(database, { deviceIds, receipts, operations: OPEN, batches: OPEN_BATCH });
}

/** The same, but all on an existing task, because a coach's history shows its title. */
export async function addOperations(
  database: Client,
  deviceIds: readonly string[],
  receipts: number,
): Promise<void> {
  const operations = { ...OLD, task_id: "one.task_id" };
  await addHistory(database, { deviceIds, receipts, operations, batches: OLD_BATCH });
}

async function addHistory(
  database: Client,
  {
    deviceIds,
    receipts,
    operations,
    batches,
  }: {
    readonly deviceIds: readonly string[];
    readonly receipts: number;
    readonly operations: Differing;
    readonly batches: Differing;
  },
): Promise<void> {
  const ofDevice = (table: string) => `select * from ${table} where device_id = d.id limit 1`;
  const copies = (table: string, columns: Differing, step: number, one = ofDevice(table)) => {
    const differing = new Map(Object.entries(columns));
    return copyRows(database, {
      table,
      changed: (column) => differing.get(column),
      from: `from device d
        cross join lateral (${one}) one
        cross join lateral generate_series(0, $2::integer - d.chain_seq - 1, ${step}) n
        where d.id = any($1)`,
      values: [deviceIds, receipts],
    });
  };
  await database.query("begin");
  await copies("sync_batch", batches, 50);
  const answered = `select answers.* from sync_answers answers
    join sync_batch batch on batch.id = answers.batch_id and batch.device_id = d.id limit 1`;
  await copies("sync_answers", { batch_id: BATCH_ID }, 50, answered);
  await copies("receipt", RECEIPT, 1, "select * from receipt limit 1");
  const logged = `select * from quick_log_operation where relationship_id in (
    select relationship_id from sync_batch where device_id = d.id) limit 1`;
  await copies("quick_log_operation", operations, 1, logged);
  await database.query(
    "update device set chain_seq = $2 where id = any($1) and chain_seq < $2::integer",
    [deviceIds, receipts],
  );
  await database.query("commit");
  await database.query("vacuum analyze");
}
