import { expect, test } from "@jest/globals";
import { presetEnd } from "../../web/inbox/acts/snooze-times.ts";

test("a preset names the instant at which the server wakes the task: in the coach's zone, and none for the next check-in", () => {
  const now = new Date("2026-11-26T07:42:00Z");
  const endOf = (preset: "ONE_HOUR" | "TOMORROW_MORNING" | "NEXT_CHECK_IN", zone: string) =>
    presetEnd(preset, now, zone)?.toISOString() ?? null;
  expect(endOf("ONE_HOUR", "Europe/Berlin")).toBe("2026-11-26T08:42:00.000Z");
  expect(endOf("TOMORROW_MORNING", "Europe/Berlin")).toBe("2026-11-27T07:00:00.000Z");
  expect(endOf("TOMORROW_MORNING", "Pacific/Auckland")).toBe("2026-11-26T19:00:00.000Z");
  expect(endOf("NEXT_CHECK_IN", "Europe/Berlin")).toBeNull();
});
