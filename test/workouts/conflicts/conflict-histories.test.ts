import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";
import {
  readRecordedHistories,
  replayedTogether,
} from "../../factories/workers/recorded-histories.ts";
import { testBundle } from "../../factories/workers/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

const recorded = readRecordedHistories("workouts");

describe("the recorded paths of a conflict (docs/rooms/workouts.md#conflicts)", () => {
  test.each(["raised-renewed-resolved", "reminded-told-expired", "zone-moved"])(
    "contain %s",
    (name) => {
      expect(recorded.some(({ file }) => file.includes(name))).toBe(true);
    },
  );

  const replayed = replayedTogether(recorded, testBundle);
  test.each(recorded)("replay with the present code: $file", async (history) => {
    const text = `${history.workflowId} replays cleanly.`;
    expect(await replayed(history)).toEqual({ clean: true, text });
  });
});
