import type { Dashboard } from "./dashboard.ts";

/** Actors and scheduled workflows. */
export const actors: Dashboard = {
  title: "Actors",
  about: "Delays and failures of actors, and the runs of scheduled workflows.",
  panels: [
    {
      title: "Delay of actors",
      about: "Delay of the actor that has been due longest, by kind.",
      unit: "seconds",
      bound: 120,
      queries: { "{{kind}}": "max by (kind) (sideline_actors_oldest_overdue_age_seconds)" },
    },
    {
      title: "Failing actors",
      about: "Actors whose last settlement failed, by kind.",
      unit: "count",
      queries: { "{{kind}}": "max by (kind) (sideline_failing_actors)" },
    },
    {
      title: "Actors woken by the sweep",
      about: "Wake-ups that were lost or came too late.",
      unit: "per second",
      queries: { woken: "sum(rate(sideline_overdue_actors_woken_total[$__rate_interval]))" },
    },
    {
      title: "Acts in progress",
      about: "Acts that the workers run at this moment, by name.",
      unit: "count",
      queries: { "{{act}}": "sum by (act) (sideline_acts_in_progress)" },
    },
    {
      title: "Failed runs of schedules",
      about: "Runs that ended with a fault in the last hour, by schedule.",
      unit: "count",
      queries: {
        "{{schedule}}":
          'sum by (schedule) (increase(sideline_schedule_runs_total{outcome="FAILED"}[1h]))',
      },
    },
    {
      title: "Intervals since the last success",
      about: "Time since a schedule last completed, in its own intervals.",
      unit: "count",
      bound: 2,
      queries: {
        "{{schedule}}":
          "(time() - max by (schedule) (sideline_schedule_last_success_timestamp_seconds)) / max by (schedule) (sideline_schedule_interval_seconds)",
      },
    },
    {
      title: "Failed attempts of scheduled acts",
      about: "Third and later attempts that failed temporarily, by schedule.",
      unit: "per second",
      queries: {
        "{{schedule}}":
          "sum by (schedule) (rate(sideline_schedule_failed_attempts_total[$__rate_interval]))",
      },
    },
    {
      title: "Schedules",
      about: "Schedules that were missing, and workers that are older than the schedules.",
      unit: "count",
      queries: {
        missing: "max(sideline_schedules_missing)",
        "older workers": "sum(sideline_schedules_from_newer_version)",
      },
    },
  ],
};
