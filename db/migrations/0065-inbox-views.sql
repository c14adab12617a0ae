-- The order of the newest is that of the instants that the list shows.
-- squawk-ignore require-concurrent-index-deletion
drop index coach_task_newest_idx;
-- squawk-ignore require-concurrent-index-creation
create index coach_task_newest_idx on coach_task (workspace_id, last_occurrence_at, id)
  where status in ('OPEN', 'IN_PROGRESS');

-- When something new was last known of a task, in the order of commits: a coach who read the list up to an instant
-- has seen everything before it. Tasks of before count as read by anyone who marks an instant as read.
alter table coach_task add column news_at timestamptz not null default 'epoch';
-- An older process inserts without it.
alter table coach_task alter column news_at set default clock_now();

-- The instant of the newest change of an inbox; each change has a later one.
alter table workspace_inbox add column moved_at timestamptz not null default 'epoch';
update workspace_inbox set moved_at = clock_now();
alter table workspace_inbox alter column moved_at drop default;

-- The tasks among the changed ones of which something new is known; also where the list is to be read afresh.
alter table coach_task_change add column news_ids uuid[] not null default '{}';

create or replace function step_inbox() returns trigger
  language plpgsql as $$
declare
  place bigint;
  moved timestamptz;
begin
  insert into workspace_inbox as inbox (workspace_id, seq, epoch, moved_at)
  values (new.workspace_id, 1, uuidv7(), clock_now())
  on conflict (workspace_id) do update
    set seq = inbox.seq + 1, moved_at = greatest(clock_now(), inbox.moved_at + interval '1 millisecond')
  returning inbox.seq, inbox.moved_at into place, moved;
  update coach_task_change set seq = place where id = new.id;
  -- The transaction has these rows already.
  update coach_task set news_at = moved where id = any(new.news_ids);
  return null;
end $$;

-- Up to which instant a member has read the inbox of a workspace; whoever has no row has read nothing.
create table inbox_read_mark (
  workspace_id uuid not null,
  user_id uuid not null references app_user (id),
  read_through timestamptz not null,
  primary key (workspace_id, user_id)
);
