-- Where the inbox of a workspace stands: what consoles that wait for changes are told from. seq counts its changes in
-- the order in which they were committed; epoch tells a restored database from its past. A workspace has no row until
-- its inbox first changes.
create table workspace_inbox (
  workspace_id uuid primary key references coach_workspace (id),
  seq bigint not null,
  epoch uuid not null
) with (fillfactor = 50);

-- What one act, or one slice of a sweep, changed in an inbox: which tasks, or so much that the list is to be read
-- afresh. Kept 24 hours.
create table coach_task_change (
  id uuid primary key,
  workspace_id uuid not null,
  -- Its place, which it has from its commit on.
  seq bigint,
  task_ids uuid[] not null,
  is_reload boolean not null,
  changed_at timestamptz not null,
  constraint coach_task_change_reload_check check (is_reload = (task_ids = '{}'))
);
create unique index coach_task_change_seq_unique on coach_task_change (workspace_id, seq) where seq is not null;
create index coach_task_change_changed_at_idx on coach_task_change (changed_at);

-- The counter is moved when everything else is done: acts of one workspace wait for each other only while they
-- commit, nobody holds it who still waits for another row, and who reads a counter finds every change before it.
create function step_inbox() returns trigger
  language plpgsql as $$
declare
  place bigint;
begin
  insert into workspace_inbox as inbox (workspace_id, seq, epoch)
  values (new.workspace_id, 1, uuidv7())
  on conflict (workspace_id) do update set seq = inbox.seq + 1
  returning inbox.seq into place;
  update coach_task_change set seq = place where id = new.id;
  return null;
end $$;
create constraint trigger coach_task_change_step after insert on coach_task_change
  deferrable initially deferred for each row execute function step_inbox();
