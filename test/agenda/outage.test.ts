import { expect, test } from "@jest/globals";
import { outageGraceMs } from "../../rules/agenda/calendar/outage-grace-ms.ts";

const HOUR_MS = 3_600_000;
const now = new Date("2026-06-10T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

test.each([
  ["there is no outage if no scan ever ran", null, null, 0],
  ["there is no outage if all ran just now", ago(0), ago(0.01), 0],
  ["an hour is not an outage", ago(1), ago(0), 0],
  ["three hours without a scan are an outage", ago(3), ago(0), 3],
  ["five hours without a ready API are an outage", ago(0), ago(5), 5],
  ["the longer gap counts", ago(3), ago(5), 5],
  ["an outage delays closing by at most a day", ago(48), null, 24],
] as const)("By the outage rule %s", (_, lookedAt, apiReadyAt, hours) => {
  expect(outageGraceMs({ lookedAt, apiReadyAt }, now)).toBe(hours * HOUR_MS);
});
