import { runScan } from "../days/run-scan.ts";
import { renewDesk } from "../inbox/desk.ts";
import { renew } from "../phones/sign-in.ts";
import { say } from "../report/rounds.ts";
import { untilSettled } from "../stack/meters.ts";
import { planDay, type PlannedDay, type Sync } from "./plan-day.ts";
import { emptyTally, sendEvent } from "./send-event.ts";
import { renewTasks, type Simulation } from "./simulation.ts";

/**
 * Plays the day before the replayed one, hour by hour and at full speed: each phone sends its whole day at once. The
 * replayed day then closes it, ends its time of undo, and has nothing left of the registration.
 */
export async function playDayBefore(simulation: Simulation, day: PlannedDay): Promise<void> {
  const { clock, waker, population, stack, database } = simulation;
  say("playing the day before ...");
  const startMs = startOf(clock.now(), day.startsAt);
  const batches = batchesOf(day);
  for (let hour = hoursBetween(clock.now(), startMs); hour > 0; hour -= 1) {
    await clock.advance(startMs - (hour - 1) * HOUR_MS - clock.now());
    await runScan(simulation);
    await waker.wake();
    await renewTasks(simulation);
    const nth = DAY_HOURS - hour;
    const due = batches.filter((batch) => Math.floor(batch.hour) === nth);
    await inGroups(due, (batch) => sendEvent(simulation, batch, emptyTally()));
  }
  await untilSettled(database);
  await waker.wake();
  await renewDesk(stack, population.desk);
  await inGroups(population.phones, (phone) => renew(stack.urls.provider, phone));
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const AT_ONCE = 6;

/** The first instant with this hour in UTC that is at least a day ahead. */
function startOf(now: number, hour: number): number {
  const start = new Date(now + DAY_HOURS * HOUR_MS);
  start.setUTCHours(hour, 0, 0, 0);
  const isPast = start.getTime() < now + DAY_HOURS * HOUR_MS;
  return start.getTime() + (isPast ? DAY_HOURS * HOUR_MS : 0);
}

const hoursBetween = (from: number, to: number) => Math.ceil((to - from) / HOUR_MS);

/** For each phone all operations of its day, at the hour of its last one. */
function batchesOf(day: PlannedDay): readonly Sync[] {
  const ordinals = Array.from({ length: day.operations }, (_, ordinal) => ordinal);
  return planDay(day).flatMap((event) => {
    const isLast = event.kind === "SYNC" && event.ordinals.includes(day.operations - 1);
    return isLast ? [{ ...event, ordinals }] : [];
  });
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}
