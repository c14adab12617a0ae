import type { Scenario } from "./scenario.ts";

const requests = (labels: string) =>
  `http_request_duration_seconds_count{job="sideline-api",instance="a",${labels}}`;
const counter = (name: string, labels: string) =>
  `sideline_${name}{job="sideline-api",instance="a",${labels}}`;
const get = 'method="GET",route="/api/v1/client/today"';
const poll = 'method="GET",route="/api/v1/workspaces/{workspaceId}/changes"';

/** Scenarios of `rules/api.yml`. */
export const api: readonly Scenario[] = [
  {
    alert: "ApiFaults",
    series: {
      [requests(`${get},status="200"`)]: [1_000, 1_000, 1_000],
      [requests(`${get},status="500"`)]: [5, 50, 5],
      // Callers that leave a long poll are not counted.
      [requests(`${poll},status="499"`)]: [100, 100, 100],
    },
  },
  {
    alert: "ContactLookupsRefused",
    series: { 'sideline_contact_lookups_refused_total{instance="a"}': [0, 1, 0] },
  },
  {
    alert: "RequestsRejected",
    series: {
      [counter("requests_rejected_total", 'traffic="SYNC",reason="busy"')]: [1, 60, 1],
      [counter("requests_rejected_total", 'traffic="READ",reason="gone"')]: [60, 60, 60],
    },
    labels: { traffic: "SYNC", reason: "busy" },
  },
  {
    alert: "OperationsQuarantined",
    series: {
      [counter("verdicts_total", 'status="REJECTED",code="OPERATION_QUARANTINED"')]: [0, 1, 0],
      [counter("verdicts_total", 'status="ACCEPTED",code="NONE"')]: [90, 90, 90],
    },
  },
  {
    alert: "DiagnosticsDropped",
    series: { [counter("sync_dropped_diagnostics_total", 'part="locale"')]: [0, 2, 0] },
    steps: [70, 60, 70],
    labels: { part: "locale" },
  },
  {
    alert: "SignInsRefused",
    series: {
      [requests('method="GET",route="/api/v1/auth/me",status="429"')]: [1, 30, 1],
      [requests(`${get},status="429"`)]: [90, 90, 90],
    },
  },
  {
    alert: "SignInSuspicious",
    series: {
      'sideline_feed_events_total{job="sideline-relay",event="SuspiciousLoginDetected"}': [0, 1, 0],
      'sideline_feed_events_total{job="sideline-relay",event="CoachLoggedIn"}': [5, 5, 5],
    },
    steps: [70, 5, 70],
  },
];
