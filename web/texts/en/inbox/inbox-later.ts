/** Texts of the parts of the inbox that load after its rows: the days of a client, and the filter. */
export const inboxLater = {
  "inbox.before.title": "Before you decide",
  "inbox.before.percent": "{count} days, {percent} of 7 days, {rating}",
  "inbox.before.noPercent": "{count} days, {rating}",
  "inbox.narrow.title": "Filter “{view}”",
  "inbox.narrow.type": "Kind of task",
  "inbox.narrow.coach": "Coach",
  "inbox.narrow.coachHint": "Tasks assigned to them, or about their clients.",
  "inbox.narrow.any": "Any",
  "inbox.narrow.show": "Show these tasks",
} as const;
