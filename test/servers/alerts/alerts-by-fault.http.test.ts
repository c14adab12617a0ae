import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readAlerts } from "../../metrics/read-rules.ts";
import { eventually } from "../../factories/eventually.ts";
import { DATA_FAULTS } from "./data-faults.ts";
import { type AlertStack, openAlertStack } from "./open-alert-stack.ts";
import { OUTSIDE_FAULTS } from "./outside-faults.ts";
import { PROCESS_FAULTS } from "./process-faults.ts";

const FAULTS = [...PROCESS_FAULTS, ...DATA_FAULTS, ...OUTSIDE_FAULTS];

/** Longer than a fault, its alerts and their end take. */
const LIMIT_MS = 900_000;

/** The longest pause of an alert here is half a minute; the threshold of a row's age is a minute. */
const FIRES_WITHIN_MS = 240_000;
const RESOLVES_WITHIN_MS = 240_000;

let stack: AlertStack;
beforeAll(async () => {
  stack = await openAlertStack();
}, LIMIT_MS);
afterAll(() => stack.close());

test("Ten alerts at least are proved by a fault, and each is an alert of the product", () => {
  const proved = FAULTS.flatMap(({ alerts }) => alerts);
  expect(proved).toEqual([...new Set(proved)]);
  expect(proved.length).toBeGreaterThanOrEqual(10);
  const known = new Set(readAlerts().map(({ alert }) => alert));
  expect(proved.filter((alert) => !known.has(alert))).toEqual([]);
});

test.each(FAULTS)(
  "If $fault, Prometheus fires $alerts, and resolves them once the fault is mended",
  async ({ fault, alerts, strike, resolvedMs = RESOLVES_WITHIN_MS }) => {
    await untilSilent(alerts, RESOLVES_WITHIN_MS);
    const struckAt = performance.now();
    const mend = await strike(stack);
    const fired = new Map<string, number>();
    try {
      await eventually(
        async () => {
          for (const alert of await stack.firing())
            if (!fired.has(alert)) fired.set(alert, secondsSince(struckAt));
          return alerts.filter((alert) => !fired.has(alert));
        },
        (missing) => missing.length === 0,
        FIRES_WITHIN_MS,
      );
    } finally {
      await mend();
    }
    const mendedAt = performance.now();
    await untilSilent(alerts, resolvedMs);
    const times = alerts.map((alert) => `${alert} after ${fired.get(alert)} s`).join(", ");
    process.stdout.write(`${fault}: ${times}; silent ${secondsSince(mendedAt)} s after\n`);
  },
  LIMIT_MS,
);

async function untilSilent(alerts: readonly string[], limitMs: number): Promise<void> {
  const firing = async () => {
    const names = await stack.firing();
    return alerts.filter((alert) => names.has(alert));
  };
  await eventually(firing, (still) => still.length === 0, limitMs);
}

const secondsSince = (at: number) => Math.round((performance.now() - at) / 1_000);
