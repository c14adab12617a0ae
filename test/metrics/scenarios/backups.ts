import type { Scenario } from "./scenario.ts";

const relay = (name: string) => `sideline_restore_test_${name}{job="sideline-relay",instance="r"}`;
const DAY = 86_400;

/** Scenarios of `rules/backups.yml`. */
export const backups: readonly Scenario[] = [
  {
    alert: "RestoreTestFailed",
    series: {
      [relay("failed")]: [0, 1, 0],
      [relay("success_age_seconds")]: [DAY, 7 * DAY, DAY],
    },
    steps: [20, 20, 20],
  },
  {
    alert: "RestoreTestOverdue",
    series: {
      [relay("failed")]: [0, 0, 0],
      [relay("success_age_seconds")]: [7 * DAY, 9 * DAY, DAY],
    },
    steps: [20, 20, 20],
  },
  {
    alert: "RestoreTestOverdue",
    series: { [relay("success_age_seconds")]: [DAY, "Inf", DAY] },
    steps: [20, 20, 20],
  },
];
