/** SQL of what the row `task` shows, as `db/agenda/snapshots/queries.ts` has it. */
export const SHOWN_SNAPSHOT = `coalesce(task.snapshot, (
  select shown.snapshot from agenda_task_snapshot shown where shown.key = task.snapshot_key))`;
