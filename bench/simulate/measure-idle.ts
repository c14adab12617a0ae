import { setTimeout as sleep } from "node:timers/promises";
import { atIntervals } from "./at-intervals.ts";
import { type DayMeters, type DayReading, PARTS } from "./day-meters.ts";
import type { Simulation } from "./simulation.ts";
import { triggerSchedules } from "./trigger-schedules.ts";

/**
 * Use of the stack without phones: first alone, then with the schedules at the pace of the replay. Before, it waits for
 * the end of what the previous work left: vacuum, checkpoints, and caches that Temporal empties.
 */
export async function measureIdle(simulation: Simulation, quarterMs: number): Promise<IdleUse> {
  const { meters } = simulation;
  const perSecond = await measureAlone(meters);
  const start = await meters.read();
  const hourMs = QUARTERS_AN_HOUR * quarterMs;
  const hours = Math.ceil(LEAST_IDLE_MS / hourMs);
  const from = performance.now();
  await atIntervals(
    { from, everyMs: quarterMs, count: hours * QUARTERS_AN_HOUR },
    async (quarter) => await triggerSchedules(simulation, quarter),
  );
  await sleep(Math.max(0, from + hours * hourMs - performance.now()));
  const end = await meters.read();
  const perHour = eachUsed(start, end, (used, name) => {
    return (used - (perSecond[name] ?? 0) * (end.at - start.at)) / hours;
  });
  return { perSecond, perHour, doubt: {} };
}

/** Measures the stack alone again, after the replay: the use is the mean of both, in doubt by half their difference. */
export async function measureIdleAgain(meters: DayMeters, before: IdleUse): Promise<IdleUse> {
  const after = await measureAlone(meters);
  const each = (change: (one: number, other: number) => number) =>
    Object.fromEntries(
      Object.entries(after).map(([name, used]) => [
        name,
        change(before.perSecond[name] ?? 0, used),
      ]),
    );
  return {
    ...before,
    perSecond: each((one, other) => (one + other) / 2),
    doubt: each((one, other) => Math.abs(one - other) / 2),
  };
}

/** Quantities that the stack uses without phones. */
export interface IdleUse {
  /** In a real second. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** By the schedules of an hour of the day, in addition. */
  readonly perHour: Readonly<Record<string, number>>;
  /** By how much the use in a real second may be wrong. */
  readonly doubt: Readonly<Record<string, number>>;
}

async function measureAlone(meters: DayMeters): Promise<Readonly<Record<string, number>>> {
  await untilQuiet(meters);
  const start = await meters.read();
  await sleep(LEAST_IDLE_MS);
  const end = await meters.read();
  return eachUsed(start, end, (used) => used / (end.at - start.at));
}

const QUARTERS_AN_HOUR = 4;
const LEAST_IDLE_MS = 30_000;

/** Waits until two intervals in a row use about the same CPU time, for at most some minutes. */
async function untilQuiet(meters: DayMeters): Promise<void> {
  let [before, former] = [await meters.read(), Infinity];
  for (let left = MOST_INTERVALS; left > 0; left -= 1) {
    await sleep(INTERVAL_MS);
    const after = await meters.read();
    const cores = cpuBetween(before, after) / (after.at - before.at);
    if (former - cores < QUIET_CORES) return;
    [before, former] = [after, cores];
  }
}

const INTERVAL_MS = 20_000;
const MOST_INTERVALS = 9;
/** Difference in cores that is chance. */
const QUIET_CORES = 0.02;

function cpuBetween(before: DayReading, after: DayReading): number {
  return PARTS.reduce((sum, part) => {
    const name = `cpu ${part}`;
    return sum + (after.used[name] ?? 0) - (before.used[name] ?? 0);
  }, 0);
}

function eachUsed(
  before: DayReading,
  after: DayReading,
  change: (used: number, name: string) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after.used).map(([name, used]) => [
      name,
      change(used - (before.used[name] ?? 0), name),
    ]),
  );
}
