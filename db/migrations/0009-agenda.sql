-- The calendar of a relationship: the newest of its local days, and when the next one begins. The date never
-- falls. It stands still while the relationship is paused, its workspace or its client suspended.
create table relationship_calendar (
  relationship_id uuid primary key references relationship (id),
  local_date date not null,
  timezone text not null,
  -- Null while it stands still.
  next_day_at timestamptz,
  -- Version of the zone data that it was planned by.
  tz_version text not null,
  -- When it is looked at: at next_day_at, or later after failures.
  look_at timestamptz,
  look_failures integer not null default 0
);
create index relationship_calendar_look_idx on relationship_calendar (look_at, relationship_id)
  where look_at is not null;

-- How those who turn days stand, in one row.
create table agenda_watch (
  only_row boolean primary key default true check (only_row),
  -- In real time, whatever clock_now() says.
  looked_at timestamptz,
  api_ready_at timestamptz,
  -- No day closes before it: after an outage of our own.
  closes_from timestamptz,
  tz_version text
);
insert into agenda_watch default values;

-- One task of a client's day. No index holds a column that admission updates (HOT updates).
create table agenda_task (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  local_date date not null,
  timezone text not null,
  task_kind text not null,
  source_context text not null,
  source_type text not null,
  source_id uuid not null,
  source_revision integer not null,
  source_child_key text not null,
  source_key text not null,
  status text not null,
  priority integer not null,
  sort_key text not null,
  starts_at timestamptz,
  due_at timestamptz,
  snapshot jsonb not null,
  action_schema jsonb not null,
  completion_summary jsonb not null,
  revision integer not null,
  -- Who made the newest revision, and the revision before that device lineage began its run of
  -- changes: enough to tell whether anybody else changed the task since revision N.
  changed_by_lineage_id uuid,
  changed_by_kind text not null,
  revision_before_run integer not null,
  -- Newest revision that anybody but our own closing of its day made: what a device does not know of is
  -- judged by it.
  foreign_revision integer not null default 1,
  -- What was recorded before its day closed and came afterwards made it what it is.
  late_evidence boolean not null default false,
  -- Until when the client put it off, and how often: the phone wakes itself.
  snoozed_until timestamptz,
  snooze_count integer not null default 0,
  -- Comes before everything else from an hour before it is due.
  time_critical boolean not null default false,
  -- Source key of the task of that day that has to be done before it.
  depends_on_source_key text,
  generated_at timestamptz not null,
  changed_at timestamptz not null,
  completed_at timestamptz,
  canceled_at timestamptz,
  superseded_at timestamptz,
  -- The task of another source that took its place on the same day.
  superseded_by_task_id uuid,
  constraint agenda_task_superseded_check
    check (superseded_by_task_id is null or superseded_at is not null),
  constraint agenda_task_source_unique unique (relationship_id, local_date, task_kind, source_key),
  constraint agenda_task_status_check check (status in
    ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'SKIPPED', 'MISSED', 'CANCELED', 'SUPERSEDED')),
  constraint agenda_task_kind_check check (task_kind in
    ('WORKOUT', 'MEAL', 'CHECK_IN', 'MEASUREMENT', 'PHOTO', 'SUPPLEMENT', 'HABIT', 'REMINDER')),
  constraint agenda_task_changed_by_kind_check check (changed_by_kind in ('CLIENT', 'COACH', 'SYSTEM'))
) with (fillfactor = 70);
-- The check-ins of a form that a coach gave.
create index agenda_task_form_idx on agenda_task (source_id, local_date)
  where source_type = 'FORM_ASSIGNMENT';

-- The first version of what a task offers named the values that are asked for once, beside all actions, and did not
-- say that its own screen is one.
create function action_schema_from_first(stored jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object('requiredPayload', case
      when stored ->> 'taskKind' = 'WORKOUT' then 'WORKOUT_LOG'
      when stored ->> 'taskKind' = 'MEASUREMENT' then 'MEASUREMENTS'
      when stored ->> 'taskKind' = 'PHOTO' then 'PHOTOS'
      when stored ->> 'taskKind' = 'CHECK_IN' and not stored -> 'actions' @> '[{"kind": "COMPLETE_TASK"}]'
        then 'FORM_SUBMISSION'
      when stored -> 'actions' @> '[{"kind": "COMPLETE_ITEM"}]' then 'ITEMS'
      when stored -> 'actions' @> '[{"kind": "RECORD_VALUE"}]' then 'VALUE'
      else 'NOTHING' end)
    || (stored - 'requiredInputs') || jsonb_build_object('version', 2, 'actions', (
    select coalesce(jsonb_agg(action
      || jsonb_build_object('requiredInputs',
        case when action ->> 'kind' in ('RECORD_VALUE', 'OPEN_STRUCTURED_LOG') then stored -> 'requiredInputs'
          else '[]' end)
      || case when action ->> 'kind' = 'OPEN_STRUCTURED_LOG' then '{"requiresStructuredScreen": true}'::jsonb
        else '{}' end order by place), '[]')
    from jsonb_array_elements(stored -> 'actions') with ordinality as offered (action, place)));

-- What a task offers, cast up from the version that it was stored with. Without a query of its own, so that it is
-- taken into the statement that asks.
create function action_schema_as_read(stored jsonb) returns jsonb
  language sql immutable parallel safe
  return case when stored ? 'version' then stored else action_schema_from_first(stored) end;

create table agenda_task_item (
  id uuid primary key,
  task_id uuid not null references agenda_task (id),
  relationship_id uuid not null,
  local_date date not null,
  item_kind text not null,
  source_context text not null,
  source_id uuid not null,
  source_item_key text not null,
  sort_order integer not null,
  label_snapshot text not null,
  amount_snapshot text,
  input_schema jsonb not null,
  -- What completing it brought, by the keys of its inputs.
  input_values jsonb,
  bulk_eligible boolean not null,
  status text not null,
  revision integer not null,
  completion_source text,
  completed_at timestamptz,
  skipped_at timestamptz,
  latest_receipt_id uuid,
  constraint agenda_task_item_task_id_source_item_key_unique unique (task_id, source_item_key),
  constraint agenda_task_item_status_check check (status in ('PENDING', 'COMPLETED', 'SKIPPED')),
  constraint agenda_task_item_completion_source_check
    check (completion_source in ('EXPLICIT_TAP', 'BULK_ACTION'))
) with (fillfactor = 70);

-- Append-only status events of a task.
create table agenda_task_event (
  id uuid primary key,
  task_id uuid not null,
  relationship_id uuid not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_user_id uuid,
  actor_kind text not null,
  device_id uuid,
  client_operation_id text,
  metadata jsonb not null,
  occurred_at timestamptz not null
);
create index agenda_task_event_task_id_idx on agenda_task_event (task_id, occurred_at);
create unique index agenda_task_event_operation_unique
  on agenda_task_event (relationship_id, device_id, client_operation_id, task_id)
  where client_operation_id is not null;
create trigger agenda_task_event_append_only before update or delete on agenda_task_event
  for each row execute function refuse_rewriting();

-- What each change of a task's status counts for: one row a task, transition and event type, for a transition is of
-- one type. Nothing is stored twice. A task that is made or taken back counts for nothing.
create view adherence_event as
select event.task_id, event.id as transition_id,
  case
    when event.to_status in ('CANCELED', 'SUPERSEDED') then 'TASK_WITHDRAWN'
    when event.from_status = event.to_status then 'TASK_PROGRESSED'
    when event.to_status in ('COMPLETED', 'SKIPPED', 'MISSED') then 'TASK_' || event.to_status
    when event.from_status in ('PENDING', 'IN_PROGRESS') then 'TASK_PROGRESSED'
    else 'TASK_REOPENED'
  end as event_type,
  event.relationship_id, task.local_date, task.task_kind,
  coalesce((event.metadata ->> 'score')::numeric, 0) as score,
  coalesce((event.metadata ->> 'counts')::boolean, false) as counts,
  task.source_context, task.source_id, event.metadata, event.occurred_at
from agenda_task_event event join agenda_task task on task.id = event.task_id
where event.from_status is not null
  and (event.from_status <> event.to_status or event.reason in ('LATE_EVIDENCE', 'LATE_UNDO'));

-- What a day tells a client without asking anything of them. It is shown from one instant up to another, which is
-- its reader's rule; no act ends it but that its source takes it back.
create table agenda_card (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  local_date date not null,
  timezone text not null,
  source_context text not null,
  source_type text not null,
  source_id uuid not null,
  source_revision integer not null,
  card_key text not null,
  revision integer not null,
  priority integer not null,
  sort_key text not null,
  display_from timestamptz not null,
  display_until timestamptz not null,
  snapshot jsonb not null,
  generated_at timestamptz not null,
  changed_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint agenda_card_key_unique unique (relationship_id, local_date, card_key),
  constraint agenda_card_display_check check (display_from < display_until)
);

-- Which task of a day its coach put first. What is pinned no more keeps its row, so that its revision goes on.
create table focus_pin (
  relationship_id uuid not null references relationship (id),
  local_date date not null,
  -- What sync names it by; it follows from relationship and date.
  pin_id uuid not null,
  -- Null when nothing is pinned.
  agenda_task_id uuid references agenda_task (id),
  note text,
  revision integer not null,
  -- Who pinned or unpinned last, and when.
  pinned_by_user_id uuid not null,
  pinned_at timestamptz not null,
  primary key (relationship_id, local_date),
  constraint focus_pin_note_check check (agenda_task_id is not null or note is null)
);

-- The day as a whole, recomputed from its rows, never incremented.
create table agenda_day (
  relationship_id uuid not null references relationship (id),
  local_date date not null,
  timezone text not null,
  projection_version bigint not null,
  task_count integer not null,
  completed_count integer not null,
  skipped_count integer not null,
  missed_count integer not null,
  agenda_checksum text not null,
  -- What counts of it, how much of that was done, and the sum of the scores.
  counted_count integer not null default 0,
  done_count integer not null default 0,
  adherence_score numeric(9, 3) not null default 0,
  projected_at timestamptz not null,
  -- Its sums are to be computed anew.
  invalidated_at timestamptz,
  opened_at timestamptz not null,
  -- Opened too late for anybody to be asked anything: it counts for nothing.
  not_offered boolean not null default false,
  -- Its end, and when it closes: planned once the next day begins. While the relationship is paused nothing closes.
  ends_at timestamptz,
  closes_at timestamptz,
  -- When it is looked at: at closes_at, while it is held back, or later after failures.
  look_at timestamptz,
  look_failures integer not null default 0,
  hold_reason text,
  closed_at timestamptz,
  -- Evidence that came after the close.
  corrected_at timestamptz,
  late_count integer not null default 0,
  -- The coach's first and newest look at it, and what was accepted after that.
  reviewed_at timestamptz,
  last_reviewed_at timestamptz,
  changed_after_review_at timestamptz,
  -- When what was logged of the day becomes final, a day after the last of it was accepted; the device
  -- that sent it closes it, and when it did.
  undo_closes_at timestamptz,
  undo_device_id uuid,
  undo_closed_at timestamptz,
  primary key (relationship_id, local_date)
);
create index agenda_day_look_idx on agenda_day (look_at, relationship_id, local_date)
  where look_at is not null;
create index agenda_day_held_idx on agenda_day (hold_reason, closes_at)
  where look_at is not null and hold_reason is not null and closed_at is null;
-- Days behind the present one that can still be done.
create index agenda_day_unclosed_idx on agenda_day (relationship_id, local_date) where closed_at is null;
create index agenda_day_undo_idx on agenda_day (undo_device_id)
  where undo_device_id is not null and undo_closed_at is null;

-- How the adherence of a relationship stood when a day of it last closed.
create table progress_trend (
  relationship_id uuid primary key references relationship (id),
  bucket text not null,
  -- Since when it is OFF_TRACK; null while it is not.
  fell_at timestamptz,
  -- When the coach was last told that it fell.
  told_at timestamptz,
  judged_at timestamptz not null,
  constraint progress_trend_bucket_check check (bucket in ('ON_TRACK', 'ATTENTION', 'OFF_TRACK', 'TOO_FEW'))
);
