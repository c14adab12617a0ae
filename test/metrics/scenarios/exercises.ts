import type { Scenario } from "./scenario.ts";

const labels = { provider: "p" };
const relay = (name: string) => `sideline_${name}{job="sideline-relay",instance="r",provider="p"}`;
const reads = (outcome: string) =>
  `sideline_provider_account_reads_total{provider="p",outcome="${outcome}"}`;
const calls = (outcome: string) =>
  `sideline_provider_media_calls_total{provider="p",outcome="${outcome}"}`;

/** Scenarios of `rules/exercises.yml`. */
export const exercises: readonly Scenario[] = [
  {
    alert: "CatalogueOld",
    series: { [relay("catalogue_read_age_seconds")]: [80_000, 180_000, 60] },
    labels,
  },
  {
    alert: "ExercisesOnHold",
    series: { [relay("exercises_on_hold")]: [0, 4, 0] },
    step: "1h",
    steps: [2, 26, 2],
    labels,
  },
  { alert: "ExercisesVanished", series: { [relay("exercises_vanished")]: [0, 30, 0] }, labels },
  {
    alert: "MediaQuotaLow",
    series: {
      'sideline_media_quota_used_ratio{provider="p",resource="minutes"}': [0.5, 0.9, 0.1],
      'sideline_media_quota_used_ratio{provider="p",resource="exercises"}': [0.5, 0.5, 0.5],
    },
    labels: { provider: "p", resource: "minutes" },
  },
  {
    alert: "ProviderAccountOld",
    series: { [relay("provider_account_read_age_seconds")]: [3_600, "Inf", 60] },
    labels,
  },
  {
    alert: "ProviderAccountFails",
    series: { [reads("UNAUTHORISED")]: [0, 1, 0], [reads("USAGE")]: [1, 1, 1] },
    steps: [10, 10, 200],
    labels: { provider: "p", outcome: "UNAUTHORISED" },
  },
  {
    alert: "MediaCallsUnfinished",
    series: { [relay("media_sessions_unfinished")]: [0, 2, 0] },
    labels,
  },
  {
    alert: "MediaCallsFail",
    series: { [calls("UNAVAILABLE")]: [0, 1, 0], [calls("HAS_MEDIA")]: [9, 9, 9] },
    labels: { provider: "p", outcome: "UNAVAILABLE" },
  },
];
