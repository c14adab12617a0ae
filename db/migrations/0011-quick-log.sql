-- What a quick-log operation did, beside its receipt.
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
  -- When it was made, as far as the server can tell; what is implausible of it is for review.
  corrected_at timestamptz,
  recorded_on date,
  clock_confidence text,
  clock_flags text[],
  constraint quick_log_operation_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT'))
);
create index quick_log_operation_history_idx
  on quick_log_operation (relationship_id, local_date, receipt_id);
create index quick_log_operation_task_id_idx on quick_log_operation (task_id, receipt_id);
create unique index quick_log_operation_undoes_unique
  on quick_log_operation (undoes_receipt_id)
  where status = 'ACCEPTED' and undoes_receipt_id is not null;
create trigger quick_log_operation_append_only before update or delete on quick_log_operation
  for each row execute function refuse_rewriting();

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
  supersedes_id uuid,
  created_at timestamptz not null,
  -- The entry whose value an undo says again: a value stands again once its correction was taken back,
  -- and may then be taken back itself.
  restates_id uuid
);
create unique index quick_log_value_entry_supersedes_id_unique
  on quick_log_value_entry (supersedes_id) where supersedes_id is not null;
create index quick_log_value_entry_task_id_idx on quick_log_value_entry (task_id, id);
create trigger quick_log_value_entry_append_only before update or delete on quick_log_value_entry
  for each row execute function refuse_rewriting();

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
