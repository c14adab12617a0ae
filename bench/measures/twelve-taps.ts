import type { Client } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { wholeCpuOf } from "../report/figures.ts";
import { countedLoop } from "../load.ts";
import { readMeters, untilSettled, usedBetween } from "../stack/meters.ts";
import { historyPer, historySize } from "../stack/histories.ts";
import { renewAll } from "../phones/phones.ts";
import { round, say } from "../report/rounds.ts";
import { CONNECTIONS, type Measure, ms, row, type SyncBench, times } from "./measure.ts";

const TAPS = 12;
const QUARTER_HOURS = 0.25;
/** Until the day of the taps is final, and the next day as well. */
const LATER_HOURS = 48;
const IDLE_SECONDS = 10;
const POLL_EVERY_MS = 500;

/**
 * A day of a phone: a tap each quarter of an hour, and all work until the day is final. The database's clock is
 * moved; actors that are overdue by it are woken again, as after a loss of their timers.
 */
export const twelveTaps: Measure = {
  name: "taps",
  about: "twelve taps in twelve quarters of an hour, and the close of their day",
  ownStack: true,
  take,
};

async function take(bench: SyncBench) {
  const { stack, plain, phones } = bench;
  const load = () => tapOnce(bench, plain.one);
  const overPlain = wholeCpuOf([await round(bench, { side: plain, load })]);
  const idle = await idlePerSecond(bench);
  const before = await historySize(stack);
  const { seconds, cpu } = await untilDayIsFinal(bench);
  const history = historyPer(TAPS * phones.length, before, await historySize(stack));
  const [cpuSeconds, idleSeconds] = [sumOf(cpu), sumOf(idle) * seconds];
  const perTap = ((cpuSeconds - idleSeconds) * 1_000) / (TAPS * phones.length);
  const each = Object.entries(cpu).map(([part, used]) => {
    const working = used - (idle[part] ?? 0) * seconds;
    return `${part} ${((working * 1_000) / (TAPS * phones.length)).toFixed(2)}`;
  });
  say(
    `taps: ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(1)} s of CPU, of it idle ${idleSeconds.toFixed(1)}; ` +
      `ms a tap: ${each.join(", ")}; history a tap: ${history}`,
  );
  const measured = `${times(perTap, overPlain)}: ${ms(perTap)} a tap`;
  return [row("twelve taps in twelve quarters, closings included, over (a)", ["5", "4"], measured)];
}

const tapOnce = ({ phones }: SyncBench, send: () => Promise<void>) =>
  countedLoop(send, { connections: CONNECTIONS, count: phones.length });

/** CPU seconds per second without work, by process. */
async function idlePerSecond(bench: SyncBench): Promise<Readonly<Record<string, number>>> {
  await untilSettled(bench.database);
  const before = await readMeters(bench.database, bench.ours);
  await sleep(IDLE_SECONDS * 1_000);
  const { cpu } = usedBetween(before, await readMeters(bench.database, bench.ours));
  const idle = Object.entries(cpu).map(([part, used]) => [part, used / IDLE_SECONDS] as const);
  say(`idle: ${idle.map(([part, cores]) => `${part} ${cores.toFixed(3)}`).join(", ")} cores`);
  return Object.fromEntries(idle);
}

async function untilDayIsFinal(bench: SyncBench) {
  const { stack, database, phones, ours } = bench;
  const from = performance.now();
  const before = await readMeters(database, ours);
  for (let tap = 0; tap < TAPS; tap += 1) {
    await renewAll(stack, phones);
    await tapOnce(bench, ours.one);
    await untilSettled(database);
    await passHours(database, QUARTER_HOURS);
  }
  await passHours(database, LATER_HOURS - TAPS * QUARTER_HOURS);
  await stack.run("workers/operator/reconcile.ts");
  while (await hasOpenDays(database)) await sleep(POLL_EVERY_MS);
  await untilSettled(database);
  const { cpu } = usedBetween(before, await readMeters(database, ours));
  return { seconds: (performance.now() - from) / 1_000, cpu };
}

async function passHours(database: Client, hours: number): Promise<void> {
  await database.query("update clock_offset set shift = shift + make_interval(secs => $1)", [
    hours * 3_600,
  ]);
}

async function hasOpenDays(database: Client): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from agenda_day where undo_device_id is not null and undo_closed_at is null limit 1`,
  );
  return rowCount !== 0;
}

const sumOf = (cpu: Readonly<Record<string, number>>) =>
  Object.values(cpu).reduce((sum, part) => sum + part, 0);
