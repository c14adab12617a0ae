import type { Dashboard } from "./dashboard.ts";

/** The inboxes of coaches, invitations and the library of exercises. */
export const inbox: Dashboard = {
  title: "Inbox",
  about: "Tasks of coaches, snoozes, invitations, events of devices, and the library of exercises.",
  panels: [
    {
      title: "Unresolved tasks by type",
      about: "Tasks of all inboxes that are open, in progress or snoozed.",
      unit: "count",
      queries: {
        "{{type}}": "sum by (type) (max by (status, type) (sideline_inbox_tasks))",
      },
    },
    {
      title: "Unresolved tasks by status",
      about: "Tasks of all inboxes, by status.",
      unit: "count",
      queries: {
        "{{status}}": "sum by (status) (max by (status, type) (sideline_inbox_tasks))",
      },
    },
    {
      title: "Overdue snoozes",
      about: "Tasks that are still snoozed two minutes after the end of their snooze.",
      unit: "count",
      bound: 1,
      queries: { tasks: "max(sideline_inbox_snoozes_overdue)" },
    },
    {
      title: "Oldest untouched urgent task",
      about: "Time since the oldest urgent task that nobody opened became urgent.",
      unit: "seconds",
      bound: 14_400,
      queries: { age: "max(sideline_inbox_urgent_untouched_age_seconds)" },
    },
    {
      title: "Failed lines of invitation files",
      about: "Lines that an internal error failed in the last 24 hours.",
      unit: "count",
      bound: 1,
      queries: { lines: "max(sideline_invitation_lines_failed)" },
    },
    {
      title: "Events of the feed",
      about: "The ten most frequent domain events.",
      unit: "per second",
      queries: {
        "{{event}}":
          "topk(10, sum by (event) (rate(sideline_feed_events_total[$__rate_interval])))",
      },
    },
    {
      title: "Age of the catalogue",
      about: "Time since the last complete read of a provider's catalogue began.",
      unit: "seconds",
      bound: 172_800,
      queries: { "{{provider}}": "max by (provider) (sideline_catalogue_read_age_seconds)" },
    },
    {
      title: "Media quota",
      about: "Used part of the quota for exercise videos, by provider and resource.",
      unit: "ratio",
      bound: 0.8,
      queries: {
        "{{provider}} {{resource}}":
          "max by (provider, resource) (sideline_media_quota_used_ratio)",
      },
    },
    {
      title: "Media calls",
      about: "Calls for exercise videos, by provider and outcome.",
      unit: "per second",
      queries: {
        "{{provider}} {{outcome}}":
          "sum by (provider, outcome) (rate(sideline_provider_media_calls_total[$__rate_interval]))",
      },
    },
    {
      title: "Exercises that wait",
      about: "Exercises on hold, exercises that vanished, and video calls without an outcome.",
      unit: "count",
      queries: {
        "on hold {{provider}}": "max by (provider) (sideline_exercises_on_hold)",
        "vanished {{provider}}": "max by (provider) (sideline_exercises_vanished)",
        "unfinished calls {{provider}}": "max by (provider) (sideline_media_sessions_unfinished)",
      },
    },
  ],
};
