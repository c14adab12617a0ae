/** Texts about a client's phones. */
export const sync = {
  "sync.device": "Phone",
  "sync.state.NEVER": "never synced",
  "sync.state.BEHIND": "behind",
  "sync.state.QUIET": "quiet for a day",
  "sync.state.CURRENT": "in step",
  "sync.app": "{platform}, app {version}",
  "sync.lastSync": "Last sync",
  "sync.lastSyncAt": "{at}, {span} ago",
  "sync.unsynced": "Unsynced",
  "sync.notReported": "not reported within 30 days",
  "sync.unsyncedCount": "{count, plural, one {# entry} other {# entries}}, as reported {at}",
  "sync.refused": "Refused",
  "sync.plan": "Plan on the phone",
  "sync.noPlan": "no program",
  "sync.planCurrent": "revision {revision}, current",
  "sync.planOld": "revision {revision}, the present one is {present}",
  "sync.clock": "Clock",
  "sync.clockRight": "right, or not told",
  "sync.clockAhead": "{span} ahead",
  "sync.clockBehind": "{span} behind",
  "sync.conflict": "Workout in conflict",
  "sync.replacedBy": "“{title}” was planned in its place.",
  "sync.changed": "Changed between the two: {names}",
  "sync.kind.SNAPSHOT_SUPERSEDED": "trained from an older plan",
  "sync.kind.STALE_REVISION": "changed meanwhile",
  "sync.kind.TASK_CANCELED": "was cancelled",
  "sync.kind.SESSION_ALREADY_SUBMITTED": "submitted twice",
  "sync.kind.SUPERSEDED_SNAPSHOT": "counts, from an older plan",
  "sync.kind.EXPIRED_SNAPSHOT": "counts, plan expired",
  "sync.kind.OTHER": "in conflict",
  "sync.noDevices": "No phone",
  "sync.noDevicesLead": "No active phone has signed in for this client.",
  "sync.lead":
    "Only the client can resolve a conflict, in the app. What the phones sent is not shown here.",
  "sync.suggested": "Suggested message to {name}",
  "sync.copy": "Copy",
  "sync.copied": "Copied",
  "sync.hint.ASK_TO_RESUBMIT":
    "Your workout is safe. Please open the app once while you are online and choose “Submit again”.",
  "sync.hint.EXPLAIN_CANCELLATION":
    "I had cancelled this workout before your phone sent it. Your entries are safe; you need not do anything.",
  "sync.hint.EXPLAIN_OTHER_SESSION":
    "This workout had already been submitted from another phone. Please check in the app which one should count.",
  "sync.hint.TELL_WHAT_CHANGED":
    "You trained from an older version of the plan, and it counts. Please sync before the next workout.",
  "sync.hint.TELL_DAY_WAS_OVER": "Your workout came after its day had closed. It is saved.",
  "sync.hint.ASK_TO_READ_REFUSALS":
    "Some of your entries were refused. Please open the app and look at the list of what was not sent.",
  "sync.hint.ASK_TO_OPEN_APP":
    "Some of your entries still wait on your phone. Please open the app once while you are online.",
  "sync.hint.ASK_TO_CHECK_CLOCK":
    "The clock of your phone is wrong. Please set it to automatic time.",
  "sync.hint.OTHER": "Please open the app once while you are online.",
} as const;
