import { Counter, type Registry } from "prom-client";
import type { OperationResult } from "../../contract/sync/schema.ts";

/** Counts verdicts by status and code; codes are ours, so they are few. */
export function countVerdicts(metrics: Registry, results: readonly OperationResult[]): void {
  const counter = verdictCounter(metrics);
  for (const { status, rejectionCode, conflictCode } of results)
    counter.inc({ status, code: rejectionCode ?? conflictCode ?? "NONE" });
}

/** The counter of a registry; the first call registers it. */
export function verdictCounter(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(NAME);
  if (known instanceof Counter) return known;
  const counter = new Counter({
    name: NAME,
    help: "Verdicts on operations of batches, by status and code.",
    labelNames: ["status", "code"],
    registers: [metrics],
  });
  // An alert on an increase needs the value before it.
  counter.inc({ status: "REJECTED", code: "OPERATION_QUARANTINED" }, 0);
  return counter;
}

const NAME = "sideline_verdicts_total";
