import { Client as TemporalClient, Connection } from "@temporalio/client";
import { ms } from "../agenda/compare-with-sql.ts";
import { openLoop, quantile } from "../load.ts";
import { renewDesk } from "./desk.ts";
import { type InboxReading, readingPages } from "./pages.ts";

const SCHEDULE = "inbox-sweep";
const READS_PER_SECOND = 20;
const LONGEST_SECONDS = 120;

/** All open tasks become due at once; measures the sweep until all are re-scored, and reads meanwhile. */
export async function sweepAll({
  stack,
  database,
  desk,
}: InboxReading): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const connection = await Connection.connect({ address: stack.temporal.address });
  const { schedule } = new TemporalClient({ connection, namespace: stack.temporal.namespace });
  const sweep = schedule.getHandle(SCHEDULE);
  await sweep.pause("Everything becomes due");
  try {
    const { rowCount } = await database.query(
      `update coach_task set due_at = moment.now, due_day_starts_at = moment.now, due_order = moment.now,
         due_part = 0, priority_score = priority_score - due_part, score_changes_at = moment.now
        from (select clock_now() as now) moment where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')`,
    );
    await database.query("vacuum analyze coach_task");
    await sweep.unpause();
    await sweep.trigger();
    const from = performance.now();
    const secondsSince = () => (performance.now() - from) / 1_000;
    const latencies: number[] = [];
    const reading = readingPages(desk);
    let left = rowCount ?? 0;
    while (left > 0 && secondsSince() < LONGEST_SECONDS) {
      const reads = await openLoop(reading, { perSecond: READS_PER_SECOND, seconds: 1 });
      latencies.push(...reads.latencies);
      left = await countWaiting(database);
    }
    const sorted = latencies.toSorted((one, other) => one - other);
    return [
      `${(rowCount ?? 0) - left} of ${rowCount} tasks re-scored in ${secondsSince().toFixed(1)} s; ` +
        `reads meanwhile p95 ${ms(quantile(sorted, 0.95))}`,
    ];
  } finally {
    await connection.close();
  }
}

async function countWaiting(database: InboxReading["database"]): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    `select count(*)::int as left from coach_task
      where score_changes_at <= clock_now() and status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')`,
  );
  return rows[0]?.left ?? 0;
}
