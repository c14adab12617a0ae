import { expect, test } from "@jest/globals";
import { outageGraceMs } from "../../rules/agenda/calendar/judge-outage.ts";

const HOUR_MS = 3_600_000;
const now = new Date("2026-06-10T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

test.each([
  ["nobody was ever seen", null, null, 0],
  ["all were seen just now", ago(0), ago(0.01), 0],
  ["an hour is no outage", ago(1), ago(0), 0],
  ["nobody looked for three hours", ago(3), ago(0), 3],
  ["no API was ready for five hours", ago(0), ago(5), 5],
  ["the longer gap counts", ago(3), ago(5), 5],
  ["a day at most", ago(48), null, 24],
] as const)("%s", (_, lookedAt, apiReadyAt, hours) => {
  expect(outageGraceMs({ lookedAt, apiReadyAt }, now)).toBe(hours * HOUR_MS);
});
