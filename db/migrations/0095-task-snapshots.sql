-- What tasks show and offer: each content of a workspace is stored once, instead of once a task. A row never changes
-- its content. Tasks name it without a foreign key: 10,000 tasks at midnight would lock one row.
create table agenda_task_snapshot (
  key uuid primary key,
  workspace_id uuid not null,
  snapshot jsonb not null,
  action_schema jsonb not null,
  -- Until then writers of tasks rely on the row without locking it. A sweep deletes it a minute later at the earliest.
  trusted_until timestamptz not null
);
create index agenda_task_snapshot_trusted_idx on agenda_task_snapshot (trusted_until);

-- In one row: the secret of the keys, and whether new tasks also have the columns that processes of the previous release
-- read. That is so after an update, until an operator ends it (docs/operations.md#deploy-a-release).
create table agenda_snapshot_setting (
  only_row boolean primary key default true check (only_row),
  secret text not null,
  fills_columns boolean not null
);
insert into agenda_snapshot_setting (secret, fills_columns)
  values (gen_random_uuid()::text || gen_random_uuid()::text, exists (select from agenda_task));

-- The key of a content: a keyed hash of it and its workspace. Nothing is shared between workspaces, and nobody learns a
-- short text by hashing guesses.
create function agenda_snapshot_key(secret text, workspace_id uuid, snapshot jsonb, action_schema jsonb) returns uuid
  language sql stable parallel safe
  return encode(substring(sha256(convert_to(secret || encode(sha256(convert_to(secret || workspace_id
    || jsonb_build_array(snapshot, action_schema), 'UTF8')), 'hex'), 'UTF8')) from 1 for 16), 'hex')::uuid;

-- The key of what a task shows and offers. Older tasks have none, but their own columns.
alter table agenda_task
  add column snapshot_key uuid,
  -- squawk-ignore ban-drop-not-null
  alter column snapshot drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column action_schema drop not null;
