import { expect, test } from "@jest/globals";
import { presetEnd, snoozeBounds, typedInstant } from "../../web/inbox/acts/snooze-times.ts";

test("a preset names the instant at which the server wakes the task: in the coach's zone, and none for the next check-in", () => {
  const now = new Date("2026-11-26T07:42:00Z");
  const endOf = (preset: "ONE_HOUR" | "TOMORROW_MORNING" | "NEXT_CHECK_IN", zone: string) =>
    presetEnd(preset, now, zone)?.toISOString() ?? null;
  expect(endOf("ONE_HOUR", "Europe/Berlin")).toBe("2026-11-26T08:42:00.000Z");
  expect(endOf("TOMORROW_MORNING", "Europe/Berlin")).toBe("2026-11-27T07:00:00.000Z");
  expect(endOf("TOMORROW_MORNING", "Pacific/Auckland")).toBe("2026-11-26T19:00:00.000Z");
  expect(endOf("NEXT_CHECK_IN", "Europe/Berlin")).toBeNull();
});

test("a typed time is read and bounded by the clock at the coach's place, also where that clock is set forward", () => {
  expect(typedInstant("2026-11-27T08:00", "Europe/Berlin")).toBe("2026-11-27T07:00:00.000Z");
  expect(typedInstant("2026-11-27T08:00", "Pacific/Auckland")).toBe("2026-11-26T19:00:00.000Z");
  expect(typedInstant("2026-03-29T03:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(typedInstant("", "Europe/Berlin")).toBeNull();
  expect(snoozeBounds(new Date("2026-11-26T07:42:00Z"), 30, "Asia/Kathmandu")).toEqual({
    min: "2026-11-26T13:28",
    max: "2026-12-26T13:27",
  });
});
