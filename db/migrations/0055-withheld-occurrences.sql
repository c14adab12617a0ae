-- What was left out of a client's day because it failed there by itself: one row per day and source. A row of the
-- source DAY stands for a day that could not be opened at all; its source is the relationship.
create table withheld_occurrence (
  relationship_id uuid not null references relationship (id),
  local_date date not null,
  source_type text not null,
  source_id uuid not null,
  -- Revision of the plan that failed; another one is tried again.
  source_revision integer not null,
  -- Null for a card and for a whole day.
  task_kind text,
  -- Id that the task would have: a device may compute it and send operations on it.
  task_id uuid,
  fault_kind text not null,
  -- SQLSTATE or name of the error; never its message, which may quote data.
  fault_class text not null,
  -- Code that failed; another one tries again.
  code_version text not null,
  failures integer not null default 1,
  withheld_at timestamptz not null,
  tried_at timestamptz not null,
  -- Earliest next try by another version of the code; null once its day has closed.
  retry_at timestamptz,
  primary key (relationship_id, local_date, source_type, source_id),
  constraint withheld_occurrence_source_check
    check (source_type in ('PLAN_ASSIGNMENT', 'FORM_ASSIGNMENT', 'DAY')),
  constraint withheld_occurrence_fault_check check (fault_kind in ('VALUE', 'CONSTRAINT', 'RULE'))
);
create index withheld_occurrence_retry_idx on withheld_occurrence (retry_at, relationship_id)
  where retry_at is not null;
create index withheld_occurrence_age_idx on withheld_occurrence (tried_at);

-- Code by which the calendars that failed were last made due again.
alter table agenda_watch add column code_version text;
