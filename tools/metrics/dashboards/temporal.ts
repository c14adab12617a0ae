import type { Dashboard } from "./dashboard.ts";

/** The workers' use of Temporal, from the metrics of the SDK. */
export const temporal: Dashboard = {
  title: "Temporal",
  about: "Requests, slots, cache and tasks of the workers, as the SDK of Temporal measures them.",
  panels: [
    {
      title: "Temporal answers",
      about: "1 while Temporal answers the API.",
      unit: "count",
      queries: { "{{instance}}": 'sideline_dependency_up{dependency="temporal"}' },
    },
    {
      title: "Free slots",
      about: "Slots of the workers that are free, by type.",
      unit: "count",
      queries: {
        "{{worker_type}} {{task_queue}}":
          "sum by (worker_type, task_queue) (temporal_worker_task_slots_available)",
      },
    },
    {
      title: "Wait for a worker",
      about: "99th percentile of the time from a workflow task's schedule to its start.",
      unit: "seconds",
      queries: {
        p99: quantileOf("temporal_workflow_task_schedule_to_start_latency_seconds", "le"),
      },
    },
    {
      title: "Duration of workflow tasks",
      about: "99th percentile of the execution, by workflow type.",
      unit: "seconds",
      queries: {
        "{{workflow_type}}": quantileOf(
          "temporal_workflow_task_execution_latency_seconds",
          "le, workflow_type",
        ),
      },
    },
    {
      title: "Duration of local activities",
      about: "99th percentile by activity type; an act may take 1.5 s.",
      unit: "seconds",
      bound: 1.5,
      queries: {
        "{{activity_type}}": quantileOf(
          "temporal_local_activity_execution_latency_seconds",
          "le, activity_type",
        ),
      },
    },
    {
      title: "Failed local activities",
      about: "Failures by activity type and reason.",
      unit: "per second",
      queries: {
        "{{activity_type}} {{failure_reason}}":
          "sum by (activity_type, failure_reason) (rate(temporal_local_activity_execution_failed_total[$__rate_interval]))",
      },
    },
    {
      title: "Cached workflows",
      about: "Actors in the caches of the workers, and those evicted from full caches a second.",
      unit: "count",
      queries: {
        cached: "sum(temporal_sticky_cache_size)",
        evicted: "sum(rate(temporal_sticky_cache_total_forced_eviction_total[$__rate_interval]))",
      },
    },
    {
      title: "Releases without workers",
      about: "Runs pinned to a release without workers, and target releases without workers.",
      unit: "count",
      bound: 1,
      queries: {
        "stranded runs": "max(sideline_releases_stranded_runs)",
        "unserved targets": "max(sideline_releases_unserved_targets)",
      },
    },
    {
      title: "Requests to Temporal",
      about: "Requests of the workers, by operation.",
      unit: "per second",
      queries: {
        "{{operation}}": "sum by (operation) (rate(temporal_request_total[$__rate_interval]))",
      },
    },
    {
      title: "Failed requests to Temporal",
      about: "Failures by operation and status.",
      unit: "per second",
      queries: {
        "{{operation}} {{status_code}}":
          "sum by (operation, status_code) (rate(temporal_request_failure_total[$__rate_interval]))",
      },
    },
    {
      title: "Refusals because of overload",
      about: "Wake-ups that Temporal refused with RESOURCE_EXHAUSTED, by consumer.",
      unit: "per second",
      queries: {
        "{{consumer}}":
          'sum by (consumer) (rate(sideline_outbox_deliveries_failed_total{failure="GRPC_8"}[$__rate_interval]))',
      },
    },
  ],
};

function quantileOf(histogram: string, labels: string): string {
  return `histogram_quantile(0.99, sum by (${labels}) (rate(${histogram}_bucket[$__rate_interval])))`;
}
