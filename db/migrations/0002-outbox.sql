-- One row per event and consumer, written by the act whose fact it tells of.
create table outbox (
  id uuid primary key,
  consumer text not null,
  key text not null,
  event_id uuid not null,
  type text not null,
  subject_id uuid not null,
  version bigint not null,
  refs jsonb not null,
  request_id text,
  occurred_at timestamptz not null,
  available_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  dead_at timestamptz,
  constraint outbox_consumer_event_id_unique unique (consumer, event_id)
) with (fillfactor = 70);
-- A lease reads the rows of its consumers, whoever else waits.
create index outbox_consumer_available_at_id_idx
  on outbox (consumer, available_at, id) where dead_at is null;

-- One row says that an actor is due: a copy for the sweep and for operators; the facts stay the source.
-- Whose row it is stands in the workflow id.
create table actor (
  workflow_id text primary key,
  due_at timestamptz not null,
  due_reason text not null,
  last_settled_at timestamptz,
  -- Each event that wakes the actor counts one, so that a settlement knows whether one came after it
  -- looked.
  marks integer not null default 0,
  -- When the sweep told it last.
  told_at timestamptz,
  failures integer not null default 0,
  -- After a failed settlement: when the actor tries again by itself.
  next_try_at timestamptz
);
create index actor_due_at_idx on actor (due_at);
create index actor_failures_idx on actor (workflow_id) where failures > 0;
