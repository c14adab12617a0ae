/**
 * The tables of a device's database (docs/rooms/device.md#stores), one database per app surface. Ids, types, states,
 * instants (milliseconds since 1970) and counts are plain text. Columns named `body`, `origin`, `answer` or `envelope`
 * are sealed.
 * Checksums are sealed too, because the value of a short payload could be guessed from one.
 *
 * A waiting operation is in three indexes: its id, its place and its object. An index of the places of all operations
 * would cost 55 bytes more for each; enqueue's own statement keeps places unique.
 */
export const TABLES = `
create table device_metadata (
  one integer primary key check (one = 1),
  schema_version integer not null,
  app_surface text not null,
  installation_id text not null,
  device_id text,
  user_id text,
  session_id text,
  registration_status text not null default 'NONE',
  last_sync_at integer,
  acts integer not null default 0,
  orders integer not null default 0
);

create table cache_scope (
  scope_id text primary key,
  scope_type text not null,
  workspace_id text not null,
  relationship_id text,
  personal_workspace_id text,
  status text not null,
  last_cursor text,
  purge_required_at integer,
  cache_key text not null,
  queue_key text not null,
  next_sequence integer not null default 1,
  media_networks text not null default 'ANY',
  retry_count integer not null default 0,
  next_retry_at integer,
  wait_reason text,
  reads integer not null default 0,
  enqueued integer not null default 0,
  accepted integer not null default 0,
  rejected integer not null default 0,
  conflicted integer not null default 0,
  discarded integer not null default 0,
  purged integer not null default 0
);

create table sync_operation (
  client_operation_id text primary key,
  scope_id text not null references cache_scope,
  local_sequence integer not null,
  operation_type text not null,
  operation_version integer not null,
  expected_revision integer,
  client_recorded_at integer not null,
  object_id text,
  depends_on text not null default '[]',
  resubmit_of text,
  resubmit_chain text not null default '[]',
  uploads text,
  device_ids text not null,
  status text not null,
  wait_reason text,
  retry_count integer not null default 0,
  next_retry_at integer,
  sent_at integer,
  accepted_cursor text,
  accepted_on text,
  discarded_from text,
  discarded_with text,
  undo_until integer,
  created_at integer not null,
  updated_at integer not null,
  envelope blob not null,
  last_result blob
);
create index sync_operation_waiting on sync_operation (scope_id, local_sequence)
  where status in ('QUEUED', 'SYNCING');
create index sync_operation_accepted on sync_operation (scope_id, accepted_on) where status = 'ACCEPTED';
create index sync_operation_refused on sync_operation (scope_id, status)
  where status in ('REJECTED', 'CONFLICTED');
create index sync_operation_replacing on sync_operation (scope_id, status)
  where resubmit_of is not null;
create index sync_operation_undoable on sync_operation (undo_until) where undo_until is not null;
create index sync_operation_unreadable on sync_operation (scope_id) where wait_reason = 'UNREADABLE';
create index sync_operation_object on sync_operation (object_id, local_sequence)
  where object_id is not null;
create index sync_operation_replaces on sync_operation (resubmit_of) where resubmit_of is not null;

create table sync_receipt (
  receipt_id text primary key,
  scope_id text not null references cache_scope,
  client_operation_id text not null,
  server_status text not null,
  accepted_revision integer,
  rejection_code text,
  conflict_code text,
  created_at integer not null,
  body blob not null
);
create index sync_receipt_operation on sync_receipt (client_operation_id);

create table online_act (
  act_id text primary key,
  scope_id text references cache_scope,
  act_type text not null,
  object_id text not null,
  sequence integer not null,
  status text not null,
  wait_reason text not null default 'RETRY_AT',
  retry_count integer not null default 0,
  next_retry_at integer,
  sent_at integer,
  device_ids text not null,
  created_at integer not null,
  updated_at integer not null,
  body blob,
  answer blob
);
create unique index online_act_open on online_act (coalesce(scope_id, ''), act_type, object_id)
  where status = 'OPEN';
create index online_act_scope on online_act (scope_id);

create table receipt_chain (
  scope_id text primary key references cache_scope,
  device_id text not null,
  seq integer not null,
  newest_receipt_id text not null,
  faults integer not null,
  checked_at integer not null,
  body blob not null
);

create table media (
  media_id text primary key,
  scope_id text not null references cache_scope,
  purpose text not null,
  content_type text not null,
  size_bytes integer not null,
  status text not null,
  is_named integer not null default 0,
  awaits_action integer not null default 1,
  device_ids text not null,
  upload_id text,
  sent_bytes integer not null default 0,
  wait_reason text,
  retry_count integer not null default 0,
  next_retry_at integer,
  rejection_code text,
  created_at integer not null,
  body blob
);
create index media_scope on media (scope_id, status);

create table media_attachment (
  client_operation_id text not null references sync_operation on delete cascade,
  position integer not null,
  media_id text not null references media on delete cascade,
  primary key (client_operation_id, position),
  unique (client_operation_id, media_id)
) without rowid;
create index media_attachment_media on media_attachment (media_id);

create table canonical_id (
  scope_id text not null references cache_scope,
  entity_type text not null,
  local_id text not null,
  canonical_id text not null,
  mapped_at integer not null,
  primary key (scope_id, entity_type, local_id)
) without rowid;

create table sync_conflict (
  client_operation_id text primary key,
  scope_id text not null references cache_scope,
  conflict_code text not null,
  latest_snapshot_ref text,
  resolution_status text not null,
  created_at integer not null
);

create table cache_metadata (
  key text primary key,
  value text not null,
  updated_at integer not null
) without rowid;

create table snapshot (
  scope_id text not null references cache_scope,
  kind text not null,
  id text not null,
  revision integer,
  local_date text,
  position integer,
  read_at integer not null,
  body blob not null,
  primary key (scope_id, kind, id)
) without rowid;

create table optimistic (
  scope_id text not null references cache_scope,
  kind text not null,
  id text not null,
  body blob not null,
  primary key (scope_id, kind, id)
) without rowid;

create table draft (
  scope_id text not null references cache_scope,
  kind text not null,
  id text not null,
  task_id text,
  status text not null,
  revision integer not null,
  device_ids text not null,
  created_at integer not null,
  updated_at integer not null,
  origin blob,
  body blob not null,
  primary key (scope_id, kind, id)
) without rowid;
create index draft_task on draft (scope_id, task_id) where task_id is not null;
`;
