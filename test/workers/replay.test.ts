import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { pino } from "pino";
import { readHistory } from "../../workers/operator/read-history.ts";
import { replayHistory } from "../../workers/operator/replay-workflow.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import {
  readRecordedHistories,
  replayedTogether,
} from "../factories/workers/recorded-histories.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { plantedBundlePath } from "../factories/workers/planted-bundle.ts";

installRuntime(pino({ level: "silent" }));

const recorded = readRecordedHistories();
const replayed = replayedTogether(recorded, testBundle);

describe("a recorded history", () => {
  test.each(recorded)("replays with the present code: $file", async (history) => {
    const text = `${history.workflowId} replays cleanly.`;
    expect(await replayed(history)).toEqual({ clean: true, text });
  });

  test.each([
    ["the events alone", ({ events }: { events?: unknown }) => events],
    ["the events under their name", (history: object) => history],
    ["a history with its events", (history: object) => ({ history })],
  ])("replays from a file with %s", async (_, shape) => {
    const { history, workflowId } = named("settles-and-waits");
    const read = readHistory(JSON.stringify(shape(history)), "history.json");
    const report = await replayHistory(read.history, workflowId, await testBundle());
    expect(report).toEqual({ clean: true, text: `${workflowId} replays cleanly.` });
  });

  test("of a run without a workflow task cannot diverge", async () => {
    const { history, workflowId } = named("begun-asleep-late-resolved");
    const read = readHistory(JSON.stringify(history), "history.json");
    const untouched = { events: read.history.events?.slice(0, 1) ?? [] };
    const text = `${workflowId} has had no task yet: nothing to replay.`;
    expect(await replayHistory(untouched, workflowId, await testBundle())).toEqual({
      clean: true,
      text,
    });
  });

  test("cannot be read from a file without events", () => {
    expect(() => readHistory('{"events":[]}', "history.json")).toThrow(
      "history.json is not a history",
    );
  });

  test("is read from JSON: one protobufjs serves all packages of the SDK", () => {
    const { events } = historyFromJSON(named("settles-and-waits").history);
    expect(events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name).toBe(
      "deviceActor",
    );
  });

  const caught = [
    "settles-and-waits",
    "fails-and-goes-on",
    "continues-as-new-2",
    "lane-settles-and-lingers",
    "lane-goes-on-with-more",
  ];
  const changed = replayedTogether(caught.map(named), changedBundle);
  test.each(caught)("of %s detects a changed workflow", async (name) => {
    const report = await changed(named(name));
    expect(report).toMatchObject({ clean: false });
    expect(report.text).toContain(`${named(name).workflowId} diverges: `);
  });

  test("of a failing lane has pauses of at most five seconds", () => {
    const { events } = historyFromJSON(named("lane-fails-and-pauses").history);
    const pauses = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
      timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
    );
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 5, 5]);
  });

  test("contains no path and no host name", () => {
    expect(JSON.stringify(recorded)).not.toMatch(/file:|node_modules|\.ts:\d|@vm/);
  });
});

/** The product's device actor, changed to sleep before it settles. */
function changedBundle(): Promise<string> {
  const product = JSON.stringify(join(import.meta.dirname, "../../workflows/index.ts"));
  return plantedBundlePath(
    "changed",
    `import { sleep } from "@temporalio/workflow";
     import * as product from ${product};
     export default async function actor(input) {
       await sleep(10);
       await product.default(input);
     }`,
  );
}

function named(name: string) {
  const found = recorded.find(({ file }) => file.includes(name));
  if (found === undefined) throw new Error(`No history of ${name} was recorded`);
  return found;
}
