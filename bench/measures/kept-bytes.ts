import type { Client } from "pg";
import type { Send } from "../load.ts";
import { BATCH } from "../phones/phones.ts";
import { round, say } from "../report/rounds.ts";
import { atEight, type Measure, row, type SyncBench } from "./measure.ts";

/** How long rows that a batch writes are kept. */
type Retention = "REQUEST" | "ANSWERS" | "FOR_GOOD";

/** Tables with a limited retention: of raw requests, and of full answers. */
const RETENTION: Readonly<Record<string, Retention>> = {
  sync_request: "REQUEST",
  scope_change: "REQUEST",
  sync_answers: "ANSWERS",
};

/** Bytes that an operation adds to the tables, including their indexes: in a batch of fifty, and alone. */
export const keptBytes: Measure = {
  name: "kept",
  about: "bytes kept per operation, in batches of fifty and alone, including indexes",
  take,
};

async function take(bench: SyncBench) {
  const { ours } = bench;
  const inBatch = await keptBy(bench, { send: ours.fresh, operations: BATCH });
  const alone = await keptBy(bench, { send: ours.one, operations: 1 });
  return [
    row("kept an operation for good", ["0.60 kB", "0.55 kB"], inKb(inBatch.good)),
    row("with answers", ["0.75 kB", "0.70 kB"], inKb(inBatch.withAnswers)),
    row("with the request", ["0.85 kB", "0.75 kB"], inKb(inBatch.withRequest)),
    row("kept an operation that is sent alone, for good", ["", ""], inKb(alone.good)),
    row("with answers", ["", ""], inKb(alone.withAnswers)),
    row("with the request", ["", ""], inKb(alone.withRequest)),
  ];
}

/** Bytes an operation that a load adds, by retention; each figure includes the one before. */
async function keptBy(bench: SyncBench, { send, operations }: SentLoad) {
  const { database, left, ours } = bench;
  const tables = left.flatMap(({ table, inserted }) => (inserted.length > 0 ? [table] : []));
  const before = await sizesOf(database, tables);
  const { loaded } = await round(bench, atEight(bench, ours, send));
  const after = await sizesOf(database, tables);
  const bytesKept: Record<Retention, number> = { REQUEST: 0, ANSWERS: 0, FOR_GOOD: 0 };
  const each = tables.map((table) => {
    const bytes = (after.get(table) ?? 0) - (before.get(table) ?? 0);
    const perOperation = bytes / (loaded.count * operations);
    bytesKept[RETENTION[table] ?? "FOR_GOOD"] += perOperation;
    return `${table} ${perOperation.toFixed(0)}`;
  });
  say(`bytes an operation: ${each.join(", ")}`);
  const { FOR_GOOD: good, ANSWERS: answers, REQUEST: request } = bytesKept;
  return { good, withAnswers: good + answers, withRequest: good + answers + request };
}

/** A way to send batches, with the operations in each. */
interface SentLoad {
  readonly send: Send;
  readonly operations: number;
}

async function sizesOf(
  database: Client,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; bytes: string }>(
    `select name, coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(name::regclass)),
       pg_total_relation_size(name::regclass))::text as bytes
     from unnest($1::text[]) name`,
    [tables],
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const inKb = (bytes: number) => `${(bytes / 1024).toFixed(2)} kB`;
