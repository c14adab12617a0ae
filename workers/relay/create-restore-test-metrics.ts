import { Gauge, type Registry } from "prom-client";
import type { RestoreTestResult } from "./restore-test-result.ts";

/**
 * Registers the metrics of the restore test, and returns their setter. They are not a number until it is called: an
 * installation without restore tests has no alert.
 */
export function createRestoreTestMetrics(registry: Registry): ShowRestoreTest {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const age = gauge(
    "sideline_restore_test_success_age_seconds",
    "Time since a restore test passed; +Inf if none did.",
  );
  const failed = gauge(
    "sideline_restore_test_failed",
    "1 if the last restore test failed, otherwise 0.",
  );
  for (const one of [age, failed]) one.set(Number.NaN);
  return (result, now) => {
    const succeededAt = result?.succeededAt ?? null;
    age.set(
      succeededAt === null
        ? Number.POSITIVE_INFINITY
        : (now.getTime() - Date.parse(succeededAt)) / 1_000,
    );
    failed.set(result !== null && result.failure !== null ? 1 : 0);
  };
}

/** Shows the last result; null if no test has ended yet. */
export type ShowRestoreTest = (result: RestoreTestResult | null, now: Date) => void;
