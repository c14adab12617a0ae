-- How many unresolved tasks a client has: summands by type and responsible coach, so that a console counts an inbox
-- without reading its tasks. A change of tasks adds what it changes, with its own transaction, and never updates a row:
-- it therefore waits for nobody. The sweep replaces the summands of a client by their sums.
create table coach_task_count (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null,
  task_type text not null,
  -- Whose the tasks are: the assignee's, else the responsible coach's.
  coach_user_id uuid not null,
  open_count integer not null,
  in_progress_count integer not null,
  snoozed_count integer not null,
  -- Of those that are open or in progress: HIGH or URGENT, and URGENT.
  high_count integer not null,
  urgent_count integer not null,
  -- Whether it waits to be summed.
  is_change boolean not null
);
create index coach_task_count_workspace_idx on coach_task_count (workspace_id, relationship_id);
create index coach_task_count_change_idx on coach_task_count (id) where is_change;

-- The summands of tasks, which a trigger passes as `touched` with a sign. One row for each client, type and coach, and
-- none where nothing changed.
create function count_coach_tasks() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into coach_task_count
      select uuidv7(), workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id),
        count(*) filter (where status = 'OPEN'), count(*) filter (where status = 'IN_PROGRESS'),
        count(*) filter (where status = 'SNOOZED'),
        count(*) filter (where status <> 'SNOOZED' and severity in ('HIGH', 'URGENT')),
        count(*) filter (where status <> 'SNOOZED' and urgent), true
      from added where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
      group by 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into coach_task_count
      select uuidv7(), workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id),
        -count(*) filter (where status = 'OPEN'), -count(*) filter (where status = 'IN_PROGRESS'),
        -count(*) filter (where status = 'SNOOZED'),
        -count(*) filter (where status <> 'SNOOZED' and severity in ('HIGH', 'URGENT')),
        -count(*) filter (where status <> 'SNOOZED' and urgent), true
      from removed where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
      group by 2, 3, 4, 5;
  else
    insert into coach_task_count
      select uuidv7(), workspace_id, relationship_id, task_type, coach, sum(open), sum(in_progress), sum(snoozed),
        sum(high), sum(urgent), true
      from (
        select workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id) as coach,
          (status = 'OPEN')::int as open, (status = 'IN_PROGRESS')::int as in_progress,
          (status = 'SNOOZED')::int as snoozed,
          (status <> 'SNOOZED' and severity in ('HIGH', 'URGENT'))::int as high,
          (status <> 'SNOOZED' and urgent)::int as urgent
        from added where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
        union all
        select workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id),
          -(status = 'OPEN')::int, -(status = 'IN_PROGRESS')::int, -(status = 'SNOOZED')::int,
          -(status <> 'SNOOZED' and severity in ('HIGH', 'URGENT'))::int,
          -(status <> 'SNOOZED' and urgent)::int
        from removed where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')) change
      group by workspace_id, relationship_id, task_type, coach
      having sum(open) <> 0 or sum(in_progress) <> 0 or sum(snoozed) <> 0 or sum(high) <> 0 or sum(urgent) <> 0;
  end if;
  return null;
end $$;
create trigger coach_task_inserted after insert on coach_task
  referencing new table as added for each statement execute function count_coach_tasks();
create trigger coach_task_updated after update on coach_task
  referencing old table as removed new table as added for each statement execute function count_coach_tasks();
create trigger coach_task_deleted after delete on coach_task
  referencing old table as removed for each statement execute function count_coach_tasks();

-- The triggers keep writers out until this commits.
insert into coach_task_count
  select uuidv7(), workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id),
    count(*) filter (where status = 'OPEN'), count(*) filter (where status = 'IN_PROGRESS'),
    count(*) filter (where status = 'SNOOZED'),
    count(*) filter (where status <> 'SNOOZED' and severity in ('HIGH', 'URGENT')),
    count(*) filter (where status <> 'SNOOZED' and urgent), false
  from coach_task where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
  group by 2, 3, 4, 5;

-- What is due is counted from here alone.
-- squawk-ignore require-concurrent-index-deletion
drop index coach_task_due_idx;
-- squawk-ignore require-concurrent-index-creation
create index coach_task_due_idx on coach_task (workspace_id, due_order, id) include (due_day_starts_at)
  where status in ('OPEN', 'IN_PROGRESS');

-- What is new since a coach read the inbox.
-- squawk-ignore require-concurrent-index-creation
create index coach_task_news_idx on coach_task (workspace_id, news_at) where status in ('OPEN', 'IN_PROGRESS');
