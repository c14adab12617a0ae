import { setTimeout as sleep } from "node:timers/promises";
import { atIntervals } from "./at-intervals.ts";
import type { DayReading } from "./day-meters.ts";
import type { Simulation } from "./simulation.ts";
import { triggerSchedules } from "./trigger-schedules.ts";

/** Use of the stack without phones: first alone, then with the schedules at the pace of the replay. */
export async function measureIdle(simulation: Simulation, quarterMs: number): Promise<IdleUse> {
  const { meters } = simulation;
  const start = await meters.read();
  await sleep(LEAST_IDLE_MS);
  const middle = await meters.read();
  const hourMs = QUARTERS_AN_HOUR * quarterMs;
  const hours = Math.ceil(LEAST_IDLE_MS / hourMs);
  const from = performance.now();
  await atIntervals(
    { from, everyMs: quarterMs, count: hours * QUARTERS_AN_HOUR },
    async (quarter) => await triggerSchedules(simulation, quarter),
  );
  await sleep(Math.max(0, from + hours * hourMs - performance.now()));
  const end = await meters.read();
  const perSecond = eachUsed(start, middle, (used) => used / (middle.at - start.at));
  const perHour = eachUsed(middle, end, (used, name) => {
    return (used - (perSecond[name] ?? 0) * (end.at - middle.at)) / hours;
  });
  return { perSecond, perHour };
}

/** Quantities that the stack uses without phones. */
export interface IdleUse {
  /** In a real second. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** By the schedules of an hour of the day, in addition. */
  readonly perHour: Readonly<Record<string, number>>;
}

const QUARTERS_AN_HOUR = 4;
const LEAST_IDLE_MS = 15_000;

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
