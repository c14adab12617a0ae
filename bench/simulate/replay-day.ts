import { renewDesk } from "../inbox/desk.ts";
import { untilSettled } from "../stack/meters.ts";
import { say } from "../report/rounds.ts";
import { atIntervals } from "./at-intervals.ts";
import type { DayReading } from "./day-meters.ts";
import { type IdleUse, measureIdle, measureIdleAgain } from "./measure-idle.ts";
import { planDay, type PlannedDay } from "./plan-day.ts";
import { sendAll } from "./send-all.ts";
import { emptyTally, FRESH_FOR_MS, type Tally } from "./send-event.ts";
import { renewTasks, type Simulation } from "./simulation.ts";
import { triggerSchedules } from "./trigger-schedules.ts";

/** Replays 24 hours in some minutes, and reads the meters before each hour and at the end. */
export async function replayDay(
  simulation: Simulation,
  day: PlannedDay,
  minutes: number,
): Promise<ReplayedDay> {
  const { meters, database, clock, waker } = simulation;
  const quarterMs = (minutes * 60_000) / QUARTERS;
  say("idling, with the schedules of a day ...");
  const idleBefore = await measureIdle(simulation, quarterMs);
  say(`replaying a day in ${minutes} minutes ...`);
  const sinceMs = clock.now();
  const [sizes, tally] = [await meters.sizes(), emptyTally()];
  const from = performance.now();
  const [passed] = await Promise.all([
    passDay(simulation, { from, quarterMs }),
    sendAll(
      simulation,
      { events: planDay(day), from, hourMs: quarterMs * QUARTERS_AN_HOUR },
      tally,
    ),
  ]);
  const lateSeconds = (performance.now() - from) / 1_000 - minutes * 60;
  await untilSettled(database);
  await waker.wake();
  await untilSettled(database);
  const readings = [...passed.readings, await meters.read()];
  const lags = await lagsSince(simulation, sinceMs);
  const grown = differences(sizes, await meters.sizes());
  const memory = meters.memory();
  say("idling again ...");
  const idle = await measureIdleAgain(meters, idleBefore);
  const { connections } = passed;
  return { idle, readings, grown, connections, lags, tally, lateSeconds, memory };
}

/** Everything that was measured of a replayed day. */
export interface ReplayedDay {
  readonly idle: IdleUse;
  /** Before each of the 24 hours, and after the last one. */
  readonly readings: readonly DayReading[];
  /** Bytes by which tables grew. */
  readonly grown: ReadonlyMap<string, number>;
  /** Most open connections by database. */
  readonly connections: ReadonlyMap<string, number>;
  /** Sorted real seconds from admission to settlement. */
  readonly lags: readonly number[];
  readonly tally: Tally;
  /** Real seconds by which the last answer came after the end. */
  readonly lateSeconds: number;
  /** MB by process at the end. */
  readonly memory: Readonly<Record<string, number>>;
}

const QUARTERS_AN_HOUR = 4;
const QUARTERS = 24 * QUARTERS_AN_HOUR;
const QUARTER_OF_AN_HOUR_MS = 900_000;

/** Moves the clock through the day, quarter by quarter, with everything that happens by it. */
async function passDay(
  simulation: Simulation,
  { from, quarterMs }: { readonly from: number; readonly quarterMs: number },
) {
  const { meters, clock, waker, stack, population } = simulation;
  const readings: DayReading[] = [];
  const connections = new Map<string, number>();
  let waking: Promise<unknown> = Promise.resolve();
  let renewedAt = performance.now();
  await atIntervals({ from, everyMs: quarterMs, count: QUARTERS }, async (quarter) => {
    if (quarter > 0) await clock.advance(QUARTER_OF_AN_HOUR_MS - quarterMs);
    if (quarter % QUARTERS_AN_HOUR === 0) readings.push(await meters.read());
    await triggerSchedules(simulation, quarter);
    // Two at once would wake the same actors.
    waking = waking.then(waker.wake);
    await renewTasks(simulation);
    if (performance.now() - renewedAt > FRESH_FOR_MS) {
      renewedAt = performance.now();
      await renewDesk(stack, population.desk);
    }
    for (const [name, open] of await meters.connections())
      connections.set(name, Math.max(open, connections.get(name) ?? 0));
  });
  await waking;
  return { readings, connections };
}

/** Sorted lags in real seconds. The clock of their instants was moved meanwhile. */
async function lagsSince({ database, clock }: Simulation, sinceMs: number) {
  const { rows } = await database.query<{ admitted: number; settled: number }>(
    `select extract(epoch from admitted_at)::float8 * 1000 as admitted,
            extract(epoch from settled_at)::float8 * 1000 as settled
       from sync_batch where admitted_at >= to_timestamp($1::float8 / 1000) and settled_at is not null`,
    [sinceMs],
  );
  return rows
    .map(({ admitted, settled }) => clock.realBetween(admitted, settled) / 1_000)
    .toSorted((one, other) => one - other);
}

function differences(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map([...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)]));
}
