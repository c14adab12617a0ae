import { readFileSync } from "node:fs";
import { NEWEST_METRIC_TASK } from "../days/day-template.ts";
import { moveToNextMidnight } from "../days/next-midnight.ts";
import { type DaysHouse, runScan, untilAtRest } from "../days/run-scan.ts";
import { countedLoop } from "../load.ts";
import { CONNECTIONS } from "../measures/measure.ts";
import { BATCH, type Phone, withTasks } from "../phones/phones.ts";
import { type Round, round, say } from "../report/rounds.ts";
import { productSide } from "../sides.ts";

/** Batches between two renewals of the phones' tokens, which expire after five minutes. */
const ROUND = 2_000;

/** Gives the phones fifty more tasks of today, and sends batches of fifty operations. */
export async function sendBatches(
  { stack, database }: DaysHouse,
  owners: readonly Owner[],
  count: number,
): Promise<Sent> {
  const { rows } = await database.query<{ id: string }>(
    `select id from agenda_task task where ${NEWEST_METRIC_TASK} order by id limit 1`,
  );
  const sql = readFileSync(new URL("../phones/phones.sql", import.meta.url), "utf8");
  await database.query(sql, [rows[0]?.id, owners.map((one) => one.relationshipId), BATCH]);
  const phones: readonly Phone[] = await withTasks(database, owners);
  const side = productSide(stack, phones);
  const rounds: Round[] = [];
  for (let left = count; left > 0; left -= ROUND) {
    const load = () =>
      countedLoop(side.fresh, { connections: CONNECTIONS, count: Math.min(ROUND, left) });
    rounds.push(await round({ stack, database, phones }, { side, load }));
  }
  return { rounds, phones };
}

/** A phone whose tasks are found before each load. */
export type Owner = Omit<Phone, "taskIds" | "operations">;

/** The loads of some phones, which have newer tokens since. */
interface Sent {
  readonly rounds: readonly Round[];
  readonly phones: readonly Phone[];
}

/**
 * Lets days pass: each midnight opens a day of every client and closes an earlier one, then phones send single taps.
 */
export async function passDays(
  house: DaysHouse,
  owners: readonly Owner[],
  { days, taps, onDay }: PassingDays,
): Promise<readonly Round[]> {
  const { stack, database } = house;
  const rounds: Round[] = [];
  let newest = owners;
  for (let day = 1; day <= days; day += 1) {
    await moveToNextMidnight(database);
    const { seconds } = await runScan(house);
    const rest = await untilAtRest(house);
    say(`day ${day}: ${seconds.toFixed(1)} s, follow-up work done ${rest.toFixed(0)} s later`);
    const phones: readonly Phone[] = await withTasks(database, newest, NEWEST_METRIC_TASK);
    newest = phones;
    const side = productSide(stack, phones);
    const load = () => countedLoop(side.one, { connections: CONNECTIONS, count: taps });
    rounds.push(await round({ stack, database, phones }, { side, load }));
    await onDay();
  }
  return rounds;
}

/** Days that pass, and the taps on each. */
interface PassingDays {
  readonly days: number;
  readonly taps: number;
  /** Runs at the end of each day. */
  readonly onDay: () => Promise<void>;
}
