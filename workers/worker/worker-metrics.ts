import { Counter, Gauge, type Registry } from "prom-client";
import type { CountBatches } from "../../activities/sync/settlement/settlement-run.ts";
import type { RunOutcome } from "../../workflows/scheduled.ts";
import { scheduledWorkflows } from "./scheduled-workflows.ts";

/** What a worker counts. */
export interface WorkerMetrics {
  readonly countBatches: CountBatches;
  /** A run of a scheduled workflow, by its type, ended just now. */
  countRun(workflow: string, outcome: RunOutcome): void;
  /** When a schedule last went well, as far as anybody knows; never earlier than what is shown. */
  showLastSuccess(schedule: string, at: Date): void;
  /** How many schedules were missing when they were looked at last, and made again. */
  showMissing(count: number): void;
}

const OUTCOMES: readonly RunOutcome[] = ["COMPLETED", "FAILED"];

/** Registers the metrics of a worker. */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const settlements = new Counter({
    name: "sideline_settlements_total",
    help: "Batches by what became of their settlement, and the class of what it failed by",
    labelNames: ["outcome", "failure"],
    registers: [registry],
  });
  const runs = new Counter({
    name: "sideline_schedule_runs_total",
    help: "Runs of scheduled workflows that ended on this worker, by outcome",
    labelNames: ["schedule", "outcome"],
    registers: [registry],
  });
  // What alarms on a rise needs to see the value before it.
  settlements.inc({ outcome: "SETTLED", failure: "NONE" }, 0);
  for (const schedule of scheduledWorkflows.keys()) {
    for (const outcome of OUTCOMES) runs.inc({ schedule, outcome }, 0);
  }
  const showLastSuccess = measureSuccesses(registry);
  const showMissing = measureMissing(registry);
  return {
    showMissing,
    countBatches(count, failureClass) {
      const outcome = failureClass === null ? "SETTLED" : "FAILED";
      settlements.inc({ outcome, failure: failureClass ?? "NONE" }, count);
    },
    countRun(workflow, outcome) {
      for (const [schedule, started] of scheduledWorkflows) {
        if (started !== workflow) continue;
        runs.inc({ schedule, outcome });
        if (outcome === "COMPLETED") showLastSuccess(schedule, new Date());
      }
    },
    showLastSuccess,
  };
}

function measureSuccesses(registry: Registry): WorkerMetrics["showLastSuccess"] {
  const seconds = new Gauge({
    name: "sideline_schedule_last_success_timestamp_seconds",
    help: "When a scheduled workflow last completed, in seconds since 1970",
    labelNames: ["schedule"],
    registers: [registry],
  });
  const latest = new Map<string, number>();
  return (schedule, at) => {
    const shown = Math.max(at.getTime() / 1_000, latest.get(schedule) ?? 0);
    latest.set(schedule, shown);
    seconds.set({ schedule }, shown);
  };
}

function measureMissing(registry: Registry): WorkerMetrics["showMissing"] {
  const missing = new Gauge({
    name: "sideline_schedules_missing",
    help: "Schedules that were not there when looked at last, a minute ago at most; they were made again",
    registers: [registry],
  });
  const made = new Counter({
    name: "sideline_schedules_made_total",
    help: "Schedules that this worker made because they were missing",
    registers: [registry],
  });
  return (count) => {
    missing.set(count);
    made.inc(count);
  };
}
