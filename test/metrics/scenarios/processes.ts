import type { Scenario } from "./scenario.ts";

const api = '{job="sideline-api",instance="a"}';
const labels = { job: "sideline-api", instance: "a" };
const others = {
  'up{job="sideline-worker",instance="w"}': [1, 1, 1],
  'up{job="sideline-relay",instance="r"}': [1, 1, 1],
} as const;
const dependency = (name: string) =>
  `sideline_dependency_up{job="sideline-api",instance="a",dependency="${name}"}`;

/** Scenarios of `rules/processes.yml`. */
export const processes: readonly Scenario[] = [
  { alert: "ProcessAway", series: { ...others, [`up${api}`]: [1, 0, 1] }, labels },
  {
    alert: "ProcessAway",
    series: { ...others, [`up${api}`]: [1, "_", 1] },
    labels: { job: "sideline-api" },
  },
  { alert: "ProcessNotReady", series: { [`sideline_process_ready${api}`]: [1, 0, 1] }, labels },
  {
    alert: "ProcessRestarts",
    series: { [`process_start_time_seconds${api}`]: [1_000, "+60", 5_000] },
    steps: [30, 10, 90],
    labels,
  },
  { alert: "DatabaseAway", series: { [dependency("database")]: [1, 0, 1] } },
  { alert: "MigrationsMissing", series: { [dependency("migrations")]: [1, 0, 1] } },
  { alert: "TemporalAway", series: { [dependency("temporal")]: [1, 0, 1] } },
  { alert: "IdentityProviderAway", series: { [dependency("provider")]: [1, 0, 1] } },
  { alert: "ClockOff", series: { [`sideline_clock_skew_seconds${api}`]: [1, 30, 1] }, labels },
  {
    alert: "ClockOff",
    series: {
      [`sideline_clock_skew_seconds${api}`]: [1, 5, 1],
      [`sideline_database_clock_skewed${api}`]: [0, 1, 0],
    },
    labels,
  },
];
