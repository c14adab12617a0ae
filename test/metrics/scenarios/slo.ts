import type { Scenario } from "./scenario.ts";

const answers = (status: string) =>
  `http_request_duration_seconds_count{method="POST",route="/scopes/{id}/sync",status="${status}"}`;
const WITHIN_A_SECOND =
  'http_request_duration_seconds_bucket{method="POST",route="/scopes/{id}/sync",status="200",le="1"}';
const relay = (name: string, more = "") => `sideline_${name}{instance="r"${more}}`;

/** Every objective is missed in the second phase. In the first one two are missed within their budget. */
const series: Scenario["series"] = {
  [answers("200")]: [6_000, 6_000, 6_000],
  [answers("503")]: [3, 900, 0],
  [WITHIN_A_SECOND]: [5_970, 3_600, 6_000],
  [relay("settlement_lag_seconds")]: [2, 20, 2],
  [relay("inbox_snoozes_overdue")]: [0, 1, 0],
  [relay("actors_oldest_overdue_age_seconds", ',kind="onboarding"')]: [5, 300, 0],
  // Devices make no reminder late.
  [relay("actors_oldest_overdue_age_seconds", ',kind="device"')]: [5, 300, 300],
  [relay("days_unclosed_oldest_age_seconds")]: [30, 1_000, 0],
  [relay("outbox_oldest_row_age_seconds")]: [2, 61, 1],
};

const OBJECTIVES = {
  SyncLatency: "sync-latency",
  SettlementLag: "settlement-lag",
  SnoozeDelay: "snooze-delay",
  ReminderDelay: "reminder-delay",
  DayClose: "day-close",
  OutboxAge: "outbox-age",
} as const;

const also = (burns: string) =>
  Object.fromEntries(
    Object.entries(OBJECTIVES).map(([name, slo]) => [`${name}${burns}`, { slo }] as const),
  );

/**
 * Scenarios of `rules/slo.yml`: twenty minutes of a fault are a page, which resolves half an hour later. A ticket stays until the
 * long windows are clean again.
 */
export const slo: readonly Scenario[] = [
  {
    alert: "SyncAvailabilityBurnsFast",
    labels: { slo: "sync-availability" },
    also: also("BurnsFast"),
    series,
    steps: [10, 20, 35],
  },
  {
    alert: "SyncAvailabilityBurnsSlowly",
    labels: { slo: "sync-availability" },
    also: also("BurnsSlowly"),
    series,
    step: "5m",
    steps: [6, 12, 74],
  },
];
