import type { Dashboard } from "./dashboard.ts";

/** The transitions of local days. */
export const days: Dashboard = {
  title: "Days",
  about: "Local days that wait to be opened or closed, and what is withheld from them.",
  panels: [
    {
      title: "Last scan for due days",
      about: "Real time since the last scan.",
      unit: "seconds",
      bound: 900,
      queries: { age: "max(sideline_days_last_scan_age_seconds)" },
    },
    {
      title: "Days that wait",
      about:
        "Days that have begun but are not open, and days that are overdue to close or to become final.",
      unit: "count",
      queries: {
        unopened: "max(sideline_days_unopened)",
        unclosed: "max(sideline_days_unclosed)",
        "not final": "max(sideline_days_not_final)",
      },
    },
    {
      title: "Delay of openings",
      about: "Time since the oldest unopened day began.",
      unit: "seconds",
      bound: 900,
      queries: { delay: "max(sideline_days_unopened_oldest_age_seconds)" },
    },
    {
      title: "Delay of closings",
      about: "Time since the oldest unclosed day was due to close.",
      unit: "seconds",
      bound: 3_600,
      queries: { delay: "max(sideline_days_unclosed_oldest_age_seconds)" },
    },
    {
      title: "Delay of the end of undo",
      about: "Time since the undo of the oldest day that is not final ended.",
      unit: "seconds",
      bound: 1_800,
      queries: { delay: "max(sideline_days_not_final_oldest_age_seconds)" },
    },
    {
      title: "Days on hold",
      about: "Overdue days whose close is deferred, by reason.",
      unit: "count",
      queries: { "{{reason}}": "max by (reason) (sideline_days_on_hold)" },
    },
    {
      title: "Oldest day on hold",
      about: "Time since it was due to close, by reason.",
      unit: "seconds",
      bound: 176_400,
      queries: { "{{reason}}": "max by (reason) (sideline_days_on_hold_oldest_age_seconds)" },
    },
    {
      title: "Withheld occurrences",
      about: "Occurrences withheld from open days, and days that could not be opened.",
      unit: "count",
      bound: 1,
      queries: { "{{kind}}": "max by (kind) (sideline_withheld_occurrences)" },
    },
    {
      title: "Oldest withheld occurrence",
      about: "Time since its first failure, by kind.",
      unit: "seconds",
      queries: { "{{kind}}": "max by (kind) (sideline_withheld_occurrences_oldest_age_seconds)" },
    },
  ],
};
