import { Counter, type Registry } from "prom-client";
import type { OperationResult } from "../../contract/sync/schema.ts";

/** Counts verdicts by status and code; codes are ours, so they are few. */
export function countVerdicts(metrics: Registry, results: readonly OperationResult[]): void {
  const known = metrics.getSingleMetric(NAME);
  const counter = known instanceof Counter ? known : makeCounter(metrics);
  for (const { status, rejectionCode, conflictCode } of results)
    counter.inc({ status, code: rejectionCode ?? conflictCode ?? "NONE" });
}

const NAME = "sideline_verdicts_total";

function makeCounter(metrics: Registry): Counter {
  return new Counter({
    name: NAME,
    help: "Verdicts on operations of batches, by status and code.",
    labelNames: ["status", "code"],
    registers: [metrics],
  });
}
