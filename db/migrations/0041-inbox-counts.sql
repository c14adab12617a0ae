-- What is counted of an inbox, read from here alone, type by type.
-- squawk-ignore require-concurrent-index-creation
create index coach_task_counts_idx on coach_task (workspace_id, task_type)
  include (status, severity, due_at, due_day_starts_at, snoozed_until)
  where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED');
-- The inbox by the newest.
-- squawk-ignore require-concurrent-index-creation
create index coach_task_newest_idx on coach_task (workspace_id, created_at, id)
  where status in ('OPEN', 'IN_PROGRESS');
