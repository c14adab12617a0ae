import {
  type CheckLine,
  checkLine as line,
  proofAt as at,
  raceAt as race,
  drawn,
  drawnActs,
  drawnCourse,
} from "../lines.ts";

export const CHECKS_OF_COACHING: readonly CheckLine[] = [
  line(
    "agenda_card_display_check",
    ["rules/plans/lay-into-day", "layIntoDay"],
    drawn("A plan's times on any day in any zone are a span that satisfies the CHECKs of a card"),
  ),
  line(
    "coach_task_score_check coach_task_severity_check coach_task_due_check",
    ["activities/inbox/score-columns", "scoreColumns"],
    drawn("An inbox task's score, severity and due date satisfy its CHECKs"),
  ),
  line(
    "quick_log_operation_value_check",
    ["activities/quick-log/operation-columns", "typedValue"],
    at("quick-log/model.pg", "${RUNS} histories of two phones, a coach and imports"),
  ),
  line(
    "agenda_task_superseded_check",
    ["rules/agenda/new-task", "newTask"],
    at(
      "plans/supersede-assignment.pg",
      "creates its task on the present day; the untouched task is superseded by it",
    ),
  ),
  line(
    "agenda_snapshot_setting_only_row_check",
    ["db/agenda/snapshots/agenda-snapshot-setting", "AgendaSnapshotSetting"],
    at(
      "agenda/task-snapshots.pg",
      "has its secret in one row, beside which no other can be inserted",
    ),
  ),
  line(
    "agenda_watch_only_row_check clock_offset_singleton_check",
    ["db/agenda/calendar/agenda-watch", "AgendaWatch"],
    { reason: "Only migrations insert the one row" },
  ),
  line(
    "coach_task_status_check",
    ["activities/inbox/apply-outcome", "applyOutcome"],
    at("inbox/model.pg", "${RUNS} histories of clients, two coaches and two of their phones"),
  ),
  line(
    "coach_task_change_reload_check",
    ["db/inbox/changes/insert-inbox-changes", "insertInboxChanges"],
    at(
      "inbox/changes.pg",
      "of several workspaces moves in one order, so that nobody waits in a cycle",
    ),
  ),
  line(
    "coach_task_event_actor_check",
    ["activities/inbox/record-changes", "historyOf"],
    race("inbox/races.pg", "a sweep and a pin"),
  ),
  line(
    "device_pruned_check",
    ["db/sync/receipts/prune-device-receipts", "recordPruned"],
    drawnActs(
      "A device satisfies its CHECKs while its chain grows, is pruned and is erased in any order",
    ),
  ),
  line(
    "device_revoked_check",
    ["db/sync/devices/insert-device", "revokeActiveDevices"],
    race("sync/races-of-devices.pg", "a registration, a revocation and the former device's batch"),
  ),
  line(
    "focus_pin_note_check",
    ["activities/agenda/focus-pin/pin-task", "pinTask"],
    at(
      "agenda/pin-races.pg",
      "other pins and unpins has its own revision, and the last one remains",
    ),
  ),
  line(
    "media_storage_key_check upload_storage_key_check",
    ["activities/media/finish-upload", "finishUpload"],
    at("media/upkeep.pg", "of one finished upload settle it once"),
  ),
  line(
    "purge_order_acknowledged_check purge_order_kept_check",
    ["db/sync/purge/insert-purge-orders", "writeAcknowledgement"],
    drawnActs(
      "Purge orders satisfy their CHECKs after any sequence of orders, deliveries and acknowledgements",
    ),
  ),
  line(
    "purge_order_scope_check",
    ["activities/sync/purge/order-whole-purges", "orderScopePurges"],
    drawnActs(
      "Purge orders satisfy their CHECKs after any sequence of orders, deliveries and acknowledgements",
    ),
  ),
  line(
    "workout_conflict_resolution_check",
    ["activities/workouts/conflicts/draft-conflicts", "draftConflicts"],
    race("workouts/conflicts/races.pg", "a draft in conflict refreshed and given up"),
  ),
  line(
    "workout_session_submitted_check",
    ["rules/workouts/decide-session", "decideSession"],
    drawnCourse("A session satisfies its CHECKs after any operations"),
  ),
];
