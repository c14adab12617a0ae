import type { Client } from "pg";
import { copyRows, idOf } from "./copy-rows.ts";

const fiftieth = (what: string) => idOf(`d.id::text || '${what}' || n / 50`);

/** What differs from a receipt that the device has: of earlier days, fifty a batch and a task. */
const OLD = {
  receipt_id: idOf("d.id::text || n"),
  batch_id: fiftieth("batch"),
  client_operation_id: "'old-' || n",
  chain_seq: "d.chain_seq + n + 1",
  task_id: fiftieth("task"),
  local_date: "one.local_date - 1 - (n / 50)::integer",
};
const OLD_BATCH = { id: fiftieth("batch"), status: "'SETTLED'", settled_at: "one.admitted_at" };

/** Fills the history of devices up to so many receipts. */
export async function addReceipts(
  database: Client,
  deviceIds: readonly string[],
  receipts: number,
): Promise<void> {
  const copies = (table: string, columns: Readonly<Record<string, string>>, step: number) => {
    const differing = new Map(Object.entries(columns));
    return copyRows(database, {
      table,
      changed: (column) => differing.get(column),
      from: `from device d
        cross join lateral (select * from ${table} where device_id = d.id limit 1) one
        cross join lateral generate_series(0, $2::integer - d.chain_seq - 1, ${step}) n
        where d.id = any($1)`,
      values: [deviceIds, receipts],
    });
  };
  await database.query("begin");
  await copies("sync_batch", OLD_BATCH, 50);
  await copies("sync_operation", OLD, 1);
  await copies("quick_log_operation", OLD, 1);
  await database.query(
    "update device set chain_seq = $2 where id = any($1) and chain_seq < $2::integer",
    [deviceIds, receipts],
  );
  await database.query("commit");
  await database.query("vacuum analyze");
}
