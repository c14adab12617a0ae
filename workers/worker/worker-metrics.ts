import { Counter, Gauge, type Registry } from "prom-client";
import type { CountBatches } from "../../activities/sync/settlement/settlement-deps.ts";
import type { RunOutcome } from "../../workflows/scheduled.ts";
import { SCHEDULES, scheduledWorkflows } from "./scheduled-workflows.ts";

/** The metrics of a worker. */
export interface WorkerMetrics {
  readonly countBatches: CountBatches;
  /** Counts an ended run of a scheduled workflow, by type. */
  countRun(workflow: string, outcome: RunOutcome): void;
  /** Sets the last known success of a schedule; never moves it back. */
  showLastSuccess(schedule: string, at: Date): void;
  /** Number of schedules that the last poll found missing and created. */
  showMissing(count: number): void;
  /** Whether a newer version wrote the schedules, so that this worker changes none. */
  showNewerTable(isNewer: boolean): void;
  /** Number of stalled lanes with waiting batches. */
  showStuckLanes(count: number): void;
  /** Number of runs that are pinned to a release without workers. */
  showStrandedRuns(count: number): void;
  /** Number of current and ramping releases without workers. */
  showUnservedTargets(count: number): void;
  /** Reads, at each scrape, which acts run on this worker. */
  showActs(byName: () => Readonly<Record<string, number>>): void;
  /** Counts an attempt of a scheduled act, the third or later, that failed temporarily. */
  countTrouble(workflow: string): void;
}

const OUTCOMES: readonly RunOutcome[] = ["COMPLETED", "FAILED"];

/** Registers the metrics of a worker. */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const settlements = new Counter({
    name: "sideline_settlements_total",
    help: "Batches whose settlement ended, by outcome and failure class.",
    labelNames: ["outcome", "failure"],
    registers: [registry],
  });
  const runs = new Counter({
    name: "sideline_schedule_runs_total",
    help: "Runs of scheduled workflows that ended on this worker, by schedule and outcome.",
    labelNames: ["schedule", "outcome"],
    registers: [registry],
  });
  // An alert on an increase needs the value before it.
  settlements.inc({ outcome: "SETTLED", failure: "NONE" }, 0);
  for (const schedule of scheduledWorkflows.keys()) {
    for (const outcome of OUTCOMES) runs.inc({ schedule, outcome }, 0);
  }
  measureIntervals(registry);
  const showLastSuccess = measureSuccesses(registry);
  const showMissing = measureMissing(registry);
  return {
    showMissing,
    showNewerTable: measureNewerTable(registry),
    countTrouble: measureTrouble(registry),
    showStuckLanes: measureStuckLanes(registry),
    ...measureReleases(registry),
    showActs: (byName) => measureActs(registry, byName),
    countBatches(count, failureClass) {
      const outcome = failureClass === null ? "SETTLED" : "FAILED";
      settlements.inc({ outcome, failure: failureClass ?? "NONE" }, count);
    },
    countRun(workflow, outcome) {
      for (const schedule of schedulesOf(workflow)) {
        runs.inc({ schedule, outcome });
        if (outcome === "COMPLETED") showLastSuccess(schedule, new Date());
      }
    },
    showLastSuccess,
  };
}

function measureIntervals(registry: Registry): void {
  const seconds = new Gauge({
    name: "sideline_schedule_interval_seconds",
    help: "Interval of a scheduled workflow, by schedule.",
    labelNames: ["schedule"],
    registers: [registry],
  });
  for (const [schedule, { everyMs }] of Object.entries(SCHEDULES))
    seconds.set({ schedule }, everyMs / 1_000);
}

function measureSuccesses(registry: Registry): WorkerMetrics["showLastSuccess"] {
  const seconds = new Gauge({
    name: "sideline_schedule_last_success_timestamp_seconds",
    help: "Instant at which a scheduled workflow last completed, by schedule.",
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

function schedulesOf(workflow: string): readonly string[] {
  return [...scheduledWorkflows].flatMap(([schedule, started]) =>
    started === workflow ? [schedule] : [],
  );
}

function measureStuckLanes(registry: Registry): WorkerMetrics["showStuckLanes"] {
  const stuck = new Gauge({
    name: "sideline_settlement_stuck_lanes",
    help: "Lanes that settled and postponed nothing for 15 s although batches are due.",
    registers: [registry],
  });
  return (count) => stuck.set(count);
}

function measureReleases(
  registry: Registry,
): Pick<WorkerMetrics, "showStrandedRuns" | "showUnservedTargets"> {
  const stranded = new Gauge({
    name: "sideline_releases_stranded_runs",
    help: "Runs that are pinned to a release without workers.",
    registers: [registry],
  });
  const unserved = new Gauge({
    name: "sideline_releases_unserved_targets",
    help: "Current and ramping releases without workers.",
    registers: [registry],
  });
  return {
    showStrandedRuns: (count) => stranded.set(count),
    showUnservedTargets: (count) => unserved.set(count),
  };
}

function measureActs(registry: Registry, byName: () => Readonly<Record<string, number>>): void {
  const acts = new Gauge({
    name: "sideline_acts_in_progress",
    help: "Acts that this worker runs at this moment, by name.",
    labelNames: ["act"],
    registers: [registry],
    collect() {
      acts.reset();
      for (const [act, count] of Object.entries(byName())) acts.set({ act }, count);
    },
  });
}

function measureTrouble(registry: Registry): WorkerMetrics["countTrouble"] {
  const tries = new Counter({
    name: "sideline_schedule_failed_attempts_total",
    help: "Third and later attempts of scheduled acts that failed temporarily, by schedule.",
    labelNames: ["schedule"],
    registers: [registry],
  });
  for (const schedule of scheduledWorkflows.keys()) tries.inc({ schedule }, 0);
  return (workflow) => {
    for (const schedule of schedulesOf(workflow)) tries.inc({ schedule });
  };
}

function measureNewerTable(registry: Registry): WorkerMetrics["showNewerTable"] {
  const newer = new Gauge({
    name: "sideline_schedules_from_newer_version",
    help: "1 while a newer version has written the schedules, so that this worker changes none.",
    registers: [registry],
  });
  return (isNewer) => newer.set(isNewer ? 1 : 0);
}

function measureMissing(registry: Registry): WorkerMetrics["showMissing"] {
  const missing = new Gauge({
    name: "sideline_schedules_missing",
    help: "Schedules that the last poll, at most a minute ago, found missing and created.",
    registers: [registry],
  });
  const made = new Counter({
    name: "sideline_schedules_recreated_total",
    help: "Missing schedules that this worker created.",
    registers: [registry],
  });
  return (count) => {
    missing.set(count);
    made.inc(count);
  };
}
