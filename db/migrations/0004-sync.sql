create table device_lineage (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  app_surface text not null,
  installation_id uuid not null,
  created_at timestamptz not null,
  constraint device_lineage_app_surface_check check (app_surface in ('COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint device_lineage_user_surface_installation_unique
    unique (user_id, app_surface, installation_id)
);
create index device_lineage_installation_id_idx on device_lineage (installation_id);

create table device (
  id uuid primary key,
  lineage_id uuid not null references device_lineage (id),
  user_id uuid not null references app_user (id),
  app_session_id uuid,
  status text not null,
  replaces_device_id uuid,
  app_version text not null,
  build_number integer not null,
  platform text not null,
  os_version text not null,
  push_token text,
  push_token_id uuid,
  chain_seq bigint not null default 0,
  chain_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  constraint device_status_check check (status in ('ACTIVE', 'REVOKED')),
  constraint device_platform_check check (platform in ('IOS', 'ANDROID'))
) with (fillfactor = 70);
create unique index device_lineage_active_unique on device (lineage_id) where status = 'ACTIVE';
create index device_user_id_idx on device (user_id);

-- Not a fact: what a device last said of itself. Its failure never fails a sync.
create table device_seen (
  device_id uuid primary key,
  last_sync_at timestamptz not null,
  outbox_depth integer,
  outbox_oldest_at timestamptz,
  outbox_rejected integer,
  outbox_conflicted integer
) with (fillfactor = 50);

create table sync_batch (
  id uuid primary key,
  device_id uuid not null,
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_batch_id text,
  operation_count integer not null,
  accepted_count integer not null,
  rejected_count integer not null,
  conflict_count integer not null,
  set_aside_count integer not null,
  status text not null,
  settle_attempts integer not null default 0,
  failure_code text,
  request_id text not null,
  admitted_at timestamptz not null,
  settled_at timestamptz,
  constraint sync_batch_status_check check (status in ('ADMITTED', 'SETTLED'))
) with (fillfactor = 80);
create unique index sync_batch_client_batch_id_unique
  on sync_batch (lineage_id, relationship_id, client_batch_id) where client_batch_id is not null;
create index sync_batch_device_id_admitted_at_idx
  on sync_batch (device_id, admitted_at) where status = 'ADMITTED';
create index sync_batch_admitted_at_idx on sync_batch (admitted_at) where status = 'ADMITTED';

-- Raw request as it came, kept 90 days, read by support only.
create table sync_payload (
  batch_id uuid primary key,
  body text not null,
  received_at timestamptz not null
);

-- Operation and receipt in one. The answer is text: a replay returns it byte for byte.
create table sync_operation (
  receipt_id uuid not null,
  batch_id uuid not null references sync_batch (id),
  lineage_id uuid not null,
  relationship_id uuid not null,
  device_id uuid not null,
  client_operation_id text collate "C" not null,
  ordinal integer not null,
  type text not null,
  version integer not null,
  expected_revision bigint,
  payload_checksum text not null,
  status text not null,
  code text,
  answer text not null,
  accepted_revision bigint,
  canonical_record_id uuid,
  timezone text,
  locale text,
  client_recorded_at timestamptz not null,
  decided_at timestamptz not null,
  chain_seq bigint not null,
  chain_hash text not null,
  primary key (device_id, chain_seq),
  constraint sync_operation_identity_unique
    unique (lineage_id, relationship_id, client_operation_id),
  constraint sync_operation_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT'))
);
create index sync_operation_receipt_id_idx on sync_operation using brin (receipt_id);
create index sync_operation_batch_id_idx on sync_operation (batch_id);

-- An operation whose rule or write crashed: kept with its envelope, tried again by the device actor.
create table operation_set_aside (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  device_id uuid not null,
  batch_id uuid not null,
  ordinal integer not null,
  reason text not null,
  state text not null,
  attempts integer not null,
  next_attempt_at timestamptz not null,
  fault_class text not null,
  fingerprint text not null,
  envelope text not null,
  diagnostics_ref uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (lineage_id, relationship_id, client_operation_id),
  constraint operation_set_aside_reason_check check (reason in ('FAULT')),
  constraint operation_set_aside_state_check
    check (state in ('OPEN', 'QUARANTINED', 'DONE'))
);
create index operation_set_aside_due_idx
  on operation_set_aside (device_id, next_attempt_at) where state = 'OPEN';

-- What a quick-log operation did, in the words of document 1, beside its receipt.
create table quick_log_operation (
  receipt_id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null,
  lineage_id uuid not null,
  device_id uuid not null,
  client_operation_id text collate "C" not null,
  task_id uuid not null,
  item_id uuid,
  local_date date not null,
  task_kind text not null,
  action_kind text not null,
  scope text not null,
  expected_task_revision integer not null,
  accepted_task_revision integer,
  status text not null,
  rejection_code text,
  reason text,
  note text,
  effects jsonb,
  undoes_receipt_id uuid,
  actor_user_id uuid not null,
  client_recorded_at timestamptz not null,
  decided_at timestamptz not null,
  undo_until timestamptz,
  constraint quick_log_operation_identity_unique
    unique (relationship_id, device_id, client_operation_id),
  constraint quick_log_operation_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT'))
);
create index quick_log_operation_history_idx
  on quick_log_operation (relationship_id, local_date, receipt_id);
create index quick_log_operation_task_id_idx on quick_log_operation (task_id, receipt_id);
create unique index quick_log_operation_undoes_unique
  on quick_log_operation (undoes_receipt_id)
  where status = 'ACCEPTED' and undoes_receipt_id is not null;
create index quick_log_operation_undo_idx
  on quick_log_operation (device_id, undo_until) where undo_until is not null;

-- Append-only: a correction names the entry it supersedes, which itself never changes.
create table quick_log_value_entry (
  id uuid primary key,
  receipt_id uuid not null,
  relationship_id uuid not null,
  task_id uuid not null,
  local_date date not null,
  metric_kind text not null,
  numeric_value numeric(12, 3),
  unit text not null,
  source_type text not null,
  source_device_id uuid not null,
  recorded_at timestamptz not null,
  supersedes_id uuid unique,
  created_at timestamptz not null
);
create index quick_log_value_entry_task_id_idx on quick_log_value_entry (task_id, id);

-- Contribution of an accepted operation to the day, made by settlement.
create table adherence_delta (
  receipt_id uuid not null,
  delta_type text not null,
  relationship_id uuid not null,
  task_id uuid not null,
  local_date date not null,
  task_kind text not null,
  score_delta numeric(6, 3) not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (receipt_id, delta_type)
);
create index adherence_delta_relationship_id_local_date_idx
  on adherence_delta (relationship_id, local_date);
