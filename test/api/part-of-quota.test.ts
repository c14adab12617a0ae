import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { CLIENT_QUOTAS, partOfQuota } from "../../api/http/gate/client-quota.ts";
import { readConfig } from "../../workers/config/config.ts";
import { embeddedSettings, mistakesOf } from "../factories/workers/settings.ts";

const some = fc.integer({ min: 1, max: 1_000 });

test("The parts of all processes grant a quota, and at most one request for each process more", () => {
  fc.assert(
    fc.property(fc.tuple(some, some, some), some, ([underWay, perSecond, burst], processes) => {
      const part = partOfQuota({ underWay, perSecond, burst }, processes);
      expect(part.perSecond * processes).toBeCloseTo(perSecond);
      for (const [whole, one] of [
        [underWay, part.underWay],
        [burst, part.burst],
      ] as const) {
        expect(one).toBeGreaterThanOrEqual(1);
        expect(one * processes).toBeGreaterThanOrEqual(whole);
        expect(one * processes).toBeLessThan(whole + processes);
      }
    }),
  );
});

test("One process grants the whole quota, and each of two grants half of it", () => {
  expect(readConfig(embeddedSettings).quotas).toEqual(CLIENT_QUOTAS);
  const { quotas } = readConfig({ ...embeddedSettings, API_PROCESSES: "2" });
  expect(quotas.person).toEqual({ underWay: 10, perSecond: 25, burst: 50 });
  expect(quotas.media).toEqual({ underWay: 2, perSecond: 0.5, burst: 5 });
});

test("More processes than a person may have requests in flight are refused", () => {
  const processes = String(CLIENT_QUOTAS.person.underWay + 1);
  expect(mistakesOf({ ...embeddedSettings, API_PROCESSES: processes })).toEqual([
    expect.stringContaining("API_PROCESSES"),
  ]);
});
