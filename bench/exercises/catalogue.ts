import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { LibraryReading } from "./library-reading.ts";

const WITHIN_MS = 600_000;
/** PostgreSQL reports the work of an idle connection up to ten seconds late. */
const COUNTED_AFTER_MS = 12_000;

interface Run {
  readonly id: string;
  readonly kind: string;
  readonly seen: number;
  readonly seconds: number;
}

/**
 * The first read of the whole catalogue, which the stack starts itself, and a read a day later with nothing changed.
 */
export async function readCatalogue({
  database,
  superuser,
}: LibraryReading): Promise<readonly string[]> {
  const first = await untilRead(database, null);
  await sleep(COUNTED_AFTER_MS);
  const before = await rowsWritten(superuser);
  await superuser.query("update clock_offset set shift = shift + interval '25 hours'");
  const again = await untilRead(database, first.id);
  await sleep(COUNTED_AFTER_MS);
  const written = (await rowsWritten(superuser)) - before;
  return [
    describe(first),
    `${describe(again)}; ${written} rows of exercises, words, labels and nodes written`,
  ];
}

const describe = ({ kind, seen, seconds }: Run) =>
  `${kind} of ${seen} exercises: ${seconds.toFixed(1)} s, at the rate that the plan allows`;

/** The newest read that has ended, once it is no longer the given one. */
async function untilRead(database: Client, before: string | null): Promise<Run> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const { rows } = await database.query<Run & { state: string }>(
      `select id, kind, state, seen, extract(epoch from finished_at - started_at)::float8 as seconds
        from catalogue_run where finished_at is not null order by id desc limit 1`,
    );
    const [run] = rows;
    if (run !== undefined && run.id !== before) {
      if (run.state !== "DONE") throw new Error(`A read ended as ${run.state}`);
      return run;
    }
    await sleep(500);
  }
  throw new Error("The catalogue was not read in time");
}

async function rowsWritten(superuser: Client): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_user_tables
      where relname in ('exercise', 'exercise_word', 'taxonomy_label', 'taxonomy_node')`,
  );
  return rows[0]?.count ?? 0;
}
