-- What a quick-log operation did or was refused for, and the one value that it recorded: the id of a value
-- is its receipt's. Device, lineage, who acted and when it was decided are told by its batch, whose id is
-- the receipt's without the last 16 bits.
create table quick_log_operation (
  receipt_id uuid primary key,
  relationship_id uuid not null,
  -- None of what serves every task of a metric.
  task_id uuid,
  item_id uuid,
  undoes_receipt_id uuid,
  -- The value that this one replaces; it stays as it is.
  supersedes_id uuid,
  -- The value that an undo says again: a value stands again once its correction was taken back, and may
  -- then be taken back itself.
  restates_id uuid,
  client_recorded_at timestamptz not null,
  -- When it was made, as far as the server can tell; what is implausible of it is for review.
  corrected_at timestamptz,
  -- The instant that a value is of; of an import up to when it was measured, and from when.
  recorded_at timestamptz,
  window_start timestamptz,
  local_date date not null,
  recorded_on date,
  expected_task_revision integer not null,
  accepted_task_revision integer,
  action_kind text not null,
  scope text not null,
  status text not null,
  rejection_code text,
  reason text,
  note text,
  -- The task's status before and after.
  task_from text,
  task_to text,
  -- What else it changed, items above all; null when nothing else.
  effects jsonb,
  -- Where a value comes from; null when none is recorded. One of no type only takes back.
  source_type text,
  numeric_value numeric(12, 3),
  text_value text,
  boolean_value boolean,
  user_entered boolean,
  -- Null where the task's snapshot tells.
  metric_kind text,
  unit text,
  source_device text,
  clock_confidence text,
  clock_flags text[],
  constraint quick_log_operation_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT')),
  constraint quick_log_operation_value_check check (
    (source_type is null) = (recorded_at is null)
    and num_nonnulls(numeric_value, text_value, boolean_value)
      <= case when source_type is null then 0 else 1 end)
);
-- Without the receipt's id equal keys share one entry; a day's operations are sorted when they are read.
create index quick_log_operation_day_idx on quick_log_operation (relationship_id, local_date);
-- What was refused too: the newest operations of a task are told whatever became of them.
create index quick_log_operation_task_id_idx on quick_log_operation (task_id, receipt_id)
  where task_id is not null;
-- Imports alone, which belong to no task.
create index quick_log_operation_import_idx on quick_log_operation (relationship_id, local_date, metric_kind)
  where task_id is null;
create unique index quick_log_operation_undoes_unique
  on quick_log_operation (undoes_receipt_id) where undoes_receipt_id is not null;
create unique index quick_log_operation_supersedes_unique
  on quick_log_operation (supersedes_id) where supersedes_id is not null;
create trigger quick_log_operation_append_only before update or delete on quick_log_operation
  for each row execute function refuse_rewriting();

-- A skip that another room told, such as that of an exercise: counted beside those that were tapped.
create table reported_skip (
  id uuid primary key,
  source_id uuid not null,
  relationship_id uuid not null,
  task_id uuid not null,
  local_date date not null,
  source_context text not null,
  reason text not null,
  has_note boolean not null
);
create index reported_skip_source_idx on reported_skip (source_id);
create index reported_skip_day_idx on reported_skip (relationship_id, local_date);
