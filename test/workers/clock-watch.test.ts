import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import pino from "pino";
import { Registry } from "prom-client";
import { type ClockWatch, createClockWatch } from "../../workers/watch/clock-watch.ts";

/** One measurement: how many milliseconds database and issuer are ahead of the process; null without an answer. */
type Reading = readonly [databaseMs: number | null, issuerMs: number | null];

const AGREE: Reading = [400, -900];
const OWN_OFF: Reading = [10_500, 10_500];
const DATABASE_OFF: Reading = [-10_500, 200];
const DATABASE_AWAY: Reading = [null, 0];
const ISSUER_AWAY: Reading = [10_500, null];
const EACH_ITS_OWN: Reading = [10_500, 60_000];

test.each<readonly [string, readonly Reading[], object]>([
  ["clocks that agree", [AGREE, AGREE, AGREE], { state: "up", isDatabaseOff: false, logged: 0 }],
  ["a process that is off in two checks", [OWN_OFF, OWN_OFF], { state: "up", logged: 0 }],
  ["a process that is off in three", [OWN_OFF, OWN_OFF, OWN_OFF], { state: "down", logged: 1 }],
  [
    "one that is off in three of four, but not in a row",
    [OWN_OFF, OWN_OFF, AGREE, OWN_OFF],
    { state: "up", logged: 0 },
  ],
  [
    "checks without an answer of the database do not count",
    [OWN_OFF, DATABASE_AWAY, OWN_OFF, DATABASE_AWAY, OWN_OFF],
    { state: "down", logged: 1 },
  ],
  [
    "a process that is off while the issuer is away",
    [ISSUER_AWAY, ISSUER_AWAY, ISSUER_AWAY],
    { state: "down", isDatabaseOff: false },
  ],
  [
    "three clocks that all disagree",
    [EACH_ITS_OWN, EACH_ITS_OWN, EACH_ITS_OWN],
    { state: "down", isDatabaseOff: false },
  ],
  [
    "a database that is off according to the issuer raises an alarm, and the process keeps serving",
    [DATABASE_OFF, DATABASE_OFF, DATABASE_OFF],
    { state: "degraded", isDatabaseOff: true, logged: 1 },
  ],
  [
    "a process whose clock was set right",
    [OWN_OFF, OWN_OFF, OWN_OFF, AGREE],
    { state: "up", isDatabaseOff: false, logged: 2 },
  ],
])("the clock of an API: %s", async (_what, readings, expected) => {
  expect(await watchThrough(...readings)).toMatchObject(expected);
});

test("the time that an answer took is not counted as clock skew", async () => {
  const log = pino({ level: "silent" });
  const watch = createClockWatch({ log, everyMs: 1 });
  const stop = new AbortController();
  let own = 0;
  let polls = 0;
  const database = async () => {
    polls += 1;
    if (polls === 4) stop.abort();
    const answer = own;
    // The process was frozen for a minute before it read the answer.
    own += 60_000;
    await sleep(0);
    return answer;
  };
  const clocks = { own: () => own, database, issuer: async () => null };
  await watch.follow(clocks, new Registry(), stop.signal);
  expect(await watch.check.check()).toMatchObject({ state: "up" });
});

/** Feeds the watch these measurements; returns the state of the dependency, the log lines and the metrics. */
async function watchThrough(...readings: readonly Reading[]) {
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch: ClockWatch = createClockWatch({ log, everyMs: 1 });
  const stop = new AbortController();
  const registry = new Registry();
  let count = 0;
  const database = async () => {
    const [ms] = readings[count] ?? AGREE;
    count += 1;
    if (count === readings.length) stop.abort();
    if (ms === null) throw new Error("away");
    return ms;
  };
  const issuer = async () => readings[count - 1]?.[1] ?? null;
  await watch.follow({ own: () => 0, database, issuer }, registry, stop.signal);
  const { state } = await watch.check.check();
  const metrics = await registry.metrics();
  const isDatabaseOff = metrics.includes("\nsideline_database_clock_skewed 1\n");
  return { state, isDatabaseOff, logged: lines.length };
}
