import type { Scenario } from "./scenario.ts";

const of = (name: string, schedule: string) =>
  `sideline_schedule_${name}{job="sideline-worker",instance="w",schedule="${schedule}"}`;
const worker = (name: string) => `sideline_${name}{job="sideline-worker",instance="w"}`;
const labels = { schedule: "turn-days" };

/** Scenarios of `rules/schedules.yml`. */
export const schedules: readonly Scenario[] = [
  { alert: "ScheduleMissing", series: { [worker("schedules_missing")]: [0, 2, 0] } },
  {
    alert: "SchedulesRecreated",
    series: {
      [worker("schedules_recreated_total")]: [0, 1, 0],
      'process_start_time_seconds{job="sideline-worker",instance="w"}': [0, 0, 0],
    },
    labels: { instance: "w" },
  },
  {
    alert: "ScheduleDidNotRun",
    series: {
      [of("interval_seconds", "turn-days")]: [60, 60, 60],
      [of("last_success_timestamp_seconds", "turn-days")]: ["+60", 1_800, 9_000],
      [of("interval_seconds", "prune-receipts")]: [86_400, 86_400, 86_400],
      [of("last_success_timestamp_seconds", "prune-receipts")]: [0, 0, 0],
    },
    steps: [30, 20, 60],
    labels,
  },
  {
    alert: "ScheduleNeverRan",
    series: {
      [of("interval_seconds", "turn-days")]: ["_", 60, 60],
      [of("last_success_timestamp_seconds", "turn-days")]: ["_", "_", 100],
    },
    step: "1h",
    steps: [2, 52, 2],
    labels,
  },
  {
    alert: "ScheduledRunFails",
    series: {
      'sideline_schedule_runs_total{instance="w",schedule="turn-days",outcome="FAILED"}': [0, 1, 0],
      'sideline_schedule_runs_total{instance="w",schedule="turn-days",outcome="COMPLETED"}': [
        1, 1, 1,
      ],
    },
    steps: [70, 5, 70],
    labels,
  },
  {
    alert: "ScheduledActsFail",
    series: { [of("failed_attempts_total", "turn-days")]: [0, 1, 0] },
    labels,
  },
  {
    alert: "SchedulesNewer",
    series: { [worker("schedules_from_newer_version")]: [0, 1, 0] },
    steps: [30, 70, 10],
  },
];
