import { expect, test } from "@jest/globals";
import pino from "pino";
import { Registry } from "prom-client";
import { createLaneAlarm } from "../../workers/worker/lane-alarm.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";

const BEGAN = Date.parse("2026-11-26T12:00:00Z");
const at = (seconds: number) => new Date(BEGAN + seconds * 1_000);

const POLLS = [0, 5, 10, 15, 20];

test("a lane in which nothing is settled for 15 s is reported once, with the acts in the slots, until it makes progress", async () => {
  const { poll, lines, stuck } = openAlarm();
  for (const second of [0, 5, 10]) await poll(second, { 2: ["a"] });
  expect([lines, await stuck()]).toEqual([[], 0]);
  // Batches that arrive meanwhile are no progress.
  await poll(15, { 2: ["a", "b"] });
  await poll(20, { 2: ["a", "b", "c"] });
  expect(await stuck()).toBe(1);
  expect(lines).toMatchObject([
    { lane: 2, stalledMs: 15_000, acts: { lookAtCalendars: 38, settleSettlement: 2 } },
  ]);
  await poll(25, { 2: ["b", "c"] });
  expect(await stuck()).toBe(0);
});

test("a lane whose oldest batch is skipped while others are settled is not reported, but a stalled lane is", async () => {
  const { poll, lines } = openAlarm();
  for (const second of POLLS) await poll(second, { 0: ["held", `${second}`], 1: ["a"] });
  expect(lines).toMatchObject([{ lane: 1 }]);
});

test("a lane that settles new batches between two checks is not reported until it stops doing so", async () => {
  const settledAt = at(14);
  const { poll, lines } = openAlarm((since) => since <= settledAt);
  for (const second of [...POLLS, 25]) await poll(second, { 0: ["held"] });
  expect(lines).toEqual([]);
  await poll(30, { 0: ["held"] });
  expect(lines).toMatchObject([{ lane: 0, stalledMs: 15_000 }]);
});

test("time without a check, a failed check, and a database clock moved forward never count as a stall", async () => {
  const { poll, lines } = openAlarm();
  await poll(0, { 0: ["a"] });
  await poll(40, { 0: ["a"] });
  await poll(45, null);
  await poll(50, { 0: ["a"] });
  await poll(55, { 0: ["a"] }, at(3_600));
  await poll(60, { 0: ["a"] }, at(3_605));
  expect(lines).toEqual([]);
  await poll(65, { 0: ["a"] }, at(3_610));
  expect(lines).toHaveLength(1);
});

/** An alarm with its metric and its log; `settled` says whether a batch admitted since then was settled. */
function openAlarm(settled: (since: Date) => boolean = () => false) {
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const registry = new Registry();
  let seconds = 0;
  const alarm = createLaneAlarm({
    acts: { byName: () => ({ lookAtCalendars: 38, settleSettlement: 2 }) },
    metrics: createWorkerMetrics(registry),
    log,
    hasSettledSince: async (_lane, since) => settled(since),
    clock: () => seconds * 1_000,
  });
  /** A check at a second of the process's clock, with the waiting batches by lane; null for a failed check. */
  const poll = async (
    second: number,
    lanes: Readonly<Record<number, readonly string[]>> | null,
    now = at(second),
  ) => {
    seconds = second;
    const waiting = Object.entries(lanes ?? {}).map(([lane, batches]) => ({
      lane: Number(lane),
      oldestAt: at(-600),
      batches,
    }));
    await alarm(lanes === null ? null : { now, lanes: waiting });
  };
  const stuck = async () => {
    const text = await registry.getSingleMetricAsString("sideline_settlement_stuck_lanes");
    return Number(text.trim().split(" ").at(-1));
  };
  return { poll, lines, stuck };
}
