import type { Dashboard } from "./dashboard.ts";

const REQUESTS = "http_request_duration_seconds_count";
const SYNC = 'method="POST",route=~".+/sync"';

/** Requests, refusals and dependencies of the API. */
export const api: Dashboard = {
  title: "API",
  about:
    "Requests by outcome and duration, refusals at the gate, verdicts, and the API's dependencies.",
  panels: [
    {
      title: "Requests by status",
      about: "Finished requests; 499 means that the caller left before the answer.",
      unit: "per second",
      queries: { "{{status}}": `sum by (status) (rate(${REQUESTS}[$__rate_interval]))` },
    },
    {
      title: "Faults",
      about: "Part of all requests that ended with a 5xx status.",
      unit: "ratio",
      bound: 0.02,
      queries: {
        "5xx": `sum(rate(${REQUESTS}{status=~"5.."}[$__rate_interval])) / sum(rate(${REQUESTS}[$__rate_interval]))`,
      },
    },
    {
      title: "Duration of batches",
      about: "Duration of requests that submit a batch, by quantile.",
      unit: "seconds",
      bound: 1,
      queries: {
        p50: quantileOf(0.5, SYNC),
        p90: quantileOf(0.9, SYNC),
        p99: quantileOf(0.99, SYNC),
      },
    },
    {
      title: "Slowest routes",
      about: "The ten routes with the highest 90th percentile, without long polls.",
      unit: "seconds",
      queries: {
        "{{method}} {{route}}":
          'topk(10, histogram_quantile(0.9, sum by (le, method, route) (rate(http_request_duration_seconds_bucket{route!~".+/changes"}[$__rate_interval]))))',
      },
    },
    {
      title: "Requests in progress",
      about: "Requests that the process serves at this moment, by traffic class.",
      unit: "count",
      queries: { "{{traffic}}": "sum by (traffic) (sideline_requests_in_progress)" },
    },
    {
      title: "Requests rejected at the gate",
      about: "Refusals before any work, by traffic class and reason.",
      unit: "per second",
      queries: {
        "{{traffic}} {{reason}}":
          "sum by (traffic, reason) (rate(sideline_requests_rejected_total[$__rate_interval]))",
      },
    },
    {
      title: "Opening of the gate",
      about: "Open part of each concurrency limit; below 1 the process is overloaded.",
      unit: "ratio",
      queries: { "{{instance}}": "sideline_gate_open_ratio" },
    },
    {
      title: "Verdicts",
      about: "Verdicts on operations, by status and code.",
      unit: "per second",
      queries: {
        "{{status}} {{code}}":
          "sum by (status, code) (rate(sideline_verdicts_total[$__rate_interval]))",
      },
    },
    {
      title: "Dependencies",
      about: "1 while a dependency works, 0 while it is degraded or down.",
      unit: "count",
      queries: { "{{dependency}}": "min by (dependency) (sideline_dependency_up)" },
    },
    {
      title: "Delay of the event loop",
      about: "99th percentile of each process.",
      unit: "seconds",
      queries: { "{{job}} {{instance}}": "nodejs_eventloop_lag_p99_seconds" },
    },
    {
      title: "Memory",
      about: "Resident memory of each process.",
      unit: "bytes",
      queries: { "{{job}} {{instance}}": "process_resident_memory_bytes" },
    },
    {
      title: "Processes by version",
      about: "Running processes; more than one version runs only during a rollout.",
      unit: "count",
      queries: { "{{job}} {{version}}": "count by (job, version) (sideline_build_info)" },
    },
  ],
};

function quantileOf(quantile: number, labels: string): string {
  const buckets = `http_request_duration_seconds_bucket{${labels}}`;
  return `histogram_quantile(${quantile}, sum by (le) (rate(${buckets}[$__rate_interval])))`;
}
