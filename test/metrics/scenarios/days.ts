import type { Scenario } from "./scenario.ts";

const relay = (name: string, labels = "") =>
  `sideline_${name}{job="sideline-relay",instance="r"${labels}}`;
const ofOutage = ',reason="OUTAGE"';
const ofDevice = ',reason="UNSENT_WORK"';

/** Scenarios of `rules/days.yml`. */
export const days: readonly Scenario[] = [
  { alert: "DaysUnopened", series: { [relay("days_unopened_oldest_age_seconds")]: [60, 901, 0] } },
  {
    alert: "OccurrencesWithheld",
    series: {
      [relay("withheld_occurrences", ',kind="DAY"')]: [0, 1, 0],
      [relay("withheld_occurrences", ',kind="OCCURRENCE"')]: [0, 0, 0],
    },
    labels: { kind: "DAY" },
  },
  {
    alert: "DaysUnclosed",
    series: { [relay("days_unclosed_oldest_age_seconds")]: [600, 3_700, 0] },
  },
  {
    alert: "DaysNotFinal",
    series: { [relay("days_not_final_oldest_age_seconds")]: [900, 1_900, 0] },
  },
  {
    alert: "DaysOnHoldTooLong",
    series: {
      [relay("days_on_hold_oldest_age_seconds", ofDevice)]: [170_000, 177_000, 0],
      [relay("days_on_hold_oldest_age_seconds", ofOutage)]: [177_000, 177_000, 177_000],
    },
    labels: { reason: "UNSENT_WORK" },
  },
  {
    alert: "DaysOnHoldRise",
    series: {
      [relay("days_on_hold", ofDevice)]: [5, 30, 30],
      [relay("days_on_hold", ofOutage)]: [0, 500, 500],
    },
    step: "1h",
    steps: [8, 3, 8],
    labels: { reason: "UNSENT_WORK" },
  },
  { alert: "DayScanMissing", series: { [relay("days_last_scan_age_seconds")]: [60, "Inf", 5] } },
  { alert: "SnoozesOverdue", series: { [relay("inbox_snoozes_overdue")]: [0, 1, 0] } },
  {
    alert: "UrgentUntouched",
    series: { [relay("inbox_urgent_untouched_age_seconds")]: [14_000, 15_000, 0] },
  },
  { alert: "InvitationLinesFail", series: { [relay("invitation_lines_failed")]: [0, 1, 0] } },
];
