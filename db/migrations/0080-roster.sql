-- The most important task of each client, and how many each has.
-- squawk-ignore require-concurrent-index-creation
create index coach_task_client_idx on coach_task
  (workspace_id, relationship_id, urgent desc, priority_score desc, due_order, last_occurrence_at desc, id)
  where status in ('OPEN', 'IN_PROGRESS');

-- Snoozed tasks, read by client from here alone.
-- squawk-ignore require-concurrent-index-deletion
drop index coach_task_snoozed_idx;
-- squawk-ignore require-concurrent-index-creation
create index coach_task_snoozed_idx on coach_task (workspace_id, snoozed_until)
  include (relationship_id) where status = 'SNOOZED';

-- What is counted of an inbox for a member, read from here alone: also whose a task is, and its news.
-- squawk-ignore require-concurrent-index-deletion
drop index coach_task_counts_idx;
-- squawk-ignore require-concurrent-index-creation
create index coach_task_counts_idx on coach_task (workspace_id, task_type)
  include (status, severity, due_at, due_day_starts_at, snoozed_until,
    coach_user_id, assigned_coach_user_id, news_at)
  where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED');
