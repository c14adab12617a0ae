import type { Scenario } from "./scenario.ts";

const bucket = (le: string) => `persistence_latency_bucket{job="temporal",instance="t",le="${le}"}`;

/** Scenarios of `rules/temporal.yml`. */
export const temporal: readonly Scenario[] = [
  {
    alert: "TemporalStoreSlow",
    series: {
      [bucket("0.05")]: [600, 300, 600],
      [bucket("1")]: [600, 300, 600],
      [bucket("5")]: [600, 600, 600],
      [bucket("+Inf")]: [600, 600, 600],
    },
    steps: [20, 30, 30],
  },
  {
    alert: "TemporalStoreFails",
    series: { 'persistence_errors{job="temporal",instance="t"}': ["+0", "+60", "+0"] },
    steps: [20, 30, 30],
  },
];
