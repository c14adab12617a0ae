import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { STARTS_WITHIN_MS } from "../../contract/outbox/actor-consumer.ts";
import { SEVERITIES } from "../../contract/inbox/vocabulary.ts";
import { startsAtOnce } from "../../rules/inbox/starts-at-once.ts";

const now = new Date("2026-03-01T12:00:00Z");
const after = (ms: number) => ({ at: new Date(now.getTime() + ms) });

test("The actor of a task starts at once if the task is URGENT or due within two minutes, and otherwise may wait", () => {
  expect(startsAtOnce({ severity: "URGENT" }, after(4 * 3_600_000), now)).toBe(true);
  expect(startsAtOnce({ severity: "NORMAL" }, after(120_000), now)).toBe(true);
  expect(startsAtOnce({ severity: "HIGH" }, after(-1), now)).toBe(true);
  expect(startsAtOnce({ severity: "HIGH" }, after(120_001), now)).toBe(false);
});

test("A start that may wait ends its minute before the task's deadline, whatever severity and instant", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SEVERITIES), fc.integer({ max: 1e9 }), (severity, ms) => {
      if (!startsAtOnce({ severity }, after(ms), now)) expect(ms).toBeGreaterThan(STARTS_WITHIN_MS);
    }),
  );
});
