import { describe, expect, test } from "@jest/globals";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { pino } from "pino";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import {
  readRecordedHistories,
  replayedTogether,
} from "../factories/workers/recorded-histories.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

const recorded = readRecordedHistories("inbox");

describe("The recorded paths of a coach task (docs/rooms/inbox.md#moments)", () => {
  test.each([
    "inbox-sweep",
    "inbox-lost",
    "inbox-heal",
    "snoozed-woken-resolved",
    "late-told-idle-resolved",
    "nudged-after-undo",
    "begun-asleep-late-resolved",
  ])("include %s", (name) => {
    expect(recorded.some(({ file }) => file.includes(name))).toBe(true);
  });

  test("include one that the relay started dormant: its first workflow task came with its deadline", () => {
    const [dormant] = recorded.filter(({ file }) => file.includes("begun-asleep"));
    const [started, scheduled] = historyFromJSON(dormant?.history).events ?? [];
    const { firstWorkflowTaskBackoff } = started?.workflowExecutionStartedEventAttributes ?? {};
    const { seconds, nanos } = firstWorkflowTaskBackoff ?? {};
    expect([Number(seconds), nanos]).toEqual([1, 200_000_000]);
    expect(scheduled?.workflowTaskScheduledEventAttributes).toEqual(expect.anything());
  });

  const replayed = replayedTogether(recorded, testBundle);
  test.each(recorded)("replay with the present code: $file", async (history) => {
    const text = `${history.workflowId} replays cleanly.`;
    expect(await replayed(history)).toEqual({ clean: true, text });
  });
});
