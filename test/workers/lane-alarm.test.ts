import { expect, test } from "@jest/globals";
import pino from "pino";
import { Registry } from "prom-client";
import { createLaneAlarm } from "../../workers/worker/lane-alarm.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";

const BEGAN = Date.parse("2026-11-26T12:00:00Z");
const at = (seconds: number) => new Date(BEGAN + seconds * 1_000);

/** An alarm, what it shows and what it says. */
function openAlarm() {
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const acts = { byName: () => ({ lookAtCalendars: 38, settleSettlement: 2 }) };
  const alarm = createLaneAlarm({ acts, metrics: createWorkerMetrics(registry), log });
  const stuck = async () => {
    const text = await registry.getSingleMetricAsString("sideline_settlement_stuck_lanes");
    return Number(text.trim().split(" ").at(-1));
  };
  return { alarm, lines, stuck };
}

test("a lane whose oldest batch stays the same for 15 s is told once, with what fills the slots", async () => {
  const { alarm, lines, stuck } = openAlarm();
  for (const seconds of [0, 5, 10])
    alarm({ now: at(seconds), lanes: [{ lane: 2, oldestAt: at(-1) }] });
  expect([lines, await stuck()]).toEqual([[], 0]);
  for (const seconds of [15, 20])
    alarm({ now: at(seconds), lanes: [{ lane: 2, oldestAt: at(-1) }] });
  expect(await stuck()).toBe(1);
  expect(lines).toMatchObject([
    { lane: 2, stalledMs: 15_000, acts: { lookAtCalendars: 38, settleSettlement: 2 } },
  ]);
});

test("a lane that gets on is not told of, however late it is; beside it one that stands still is", async () => {
  const { alarm, lines, stuck } = openAlarm();
  for (const seconds of [0, 5, 10, 15, 20]) {
    const lanes = [
      { lane: 0, oldestAt: at(seconds - 600) },
      { lane: 1, oldestAt: at(-1) },
    ];
    alarm({ now: at(seconds), lanes });
  }
  expect(lines).toMatchObject([{ lane: 1 }]);
  alarm({ now: at(25), lanes: [{ lane: 0, oldestAt: at(-500) }] });
  expect(await stuck()).toBe(0);
});
