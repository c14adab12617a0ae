import { expect, test } from "@jest/globals";
import { refetchAfter } from "../../rules/agenda/calendar/refetch-after.ts";

const ID = "019a0000-0000-7000-8000-000000800000";
const calendar = {
  localDate: "2026-06-10",
  timezone: "Europe/Berlin",
  nextDayAt: new Date("2026-06-10T22:00:00Z"),
};

test("Refetch is after the next day began, spread over five minutes by id", () => {
  expect(at("2026-06-10T08:00:00Z")).toBe("2026-06-10T22:02:30.000Z");
  const first = "019a0000-0000-7000-8000-000000000000";
  expect(refetchAfter(first, calendar, new Date("2026-06-10T08:00Z"))).toEqual(calendar.nextDayAt);
});

test("Refetch of a late day is after 30 seconds, doubling to 15 minutes", () => {
  expect(at("2026-06-10T22:00:00Z")).toBe("2026-06-10T22:00:30.000Z");
  expect(at("2026-06-10T22:00:30Z")).toBe("2026-06-10T22:01:00.000Z");
  expect(at("2026-06-10T22:01:00Z")).toBe("2026-06-10T22:02:00.000Z");
  expect(at("2026-06-10T22:02:00Z")).toBe("2026-06-10T22:04:00.000Z");
  expect(at("2026-06-11T08:00:00Z")).toBe("2026-06-11T08:15:00.000Z");
});

test("Refetch of a stopped calendar is after the next midnight", () => {
  expect(at("2026-06-12T08:00:00Z", { ...calendar, nextDayAt: null })).toBe(
    "2026-06-12T22:02:30.000Z",
  );
});

function at(now: string, own: Parameters<typeof refetchAfter>[1] = calendar) {
  return refetchAfter(ID, own, new Date(now)).toISOString();
}
