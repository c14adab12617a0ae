-- Roles, their passwords and timeouts belong to the cluster: db/roles.sql.
grant usage on schema public to sideline_app;
alter default privileges in schema public grant select, insert, update, delete on tables to sideline_app;
alter default privileges in schema public grant usage, select on sequences to sideline_app;
alter default privileges in schema public grant execute on functions to sideline_app;
-- Readiness compares what was applied with what the code brings.
grant select on mikro_orm_migrations to sideline_app;

-- The product's clock. Only the owner of the schema, that is the test harness, can move it.
create table clock_offset (
  singleton boolean primary key default true,
  shift interval not null default '0',
  constraint clock_offset_singleton_check check (singleton)
);
insert into clock_offset default values;
revoke insert, update, delete on clock_offset from sideline_app;

create function clock_now() returns timestamptz
  language sql volatile parallel safe
  return date_trunc('milliseconds', clock_timestamp() + (select shift from clock_offset));

create table idempotency_key (
  caller text not null,
  method text not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  primary key (caller, method, route, key)
);
create index idempotency_key_created_at_idx on idempotency_key using brin (created_at);

create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

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
create index outbox_available_at_id_idx on outbox (available_at, id) where dead_at is null;

-- What actors wait for: a copy for the sweep and for operators; the facts stay the source.
create table actor (
  workflow_id text primary key,
  room text not null,
  subject_id uuid not null,
  due_at timestamptz not null,
  due_reason text not null,
  last_settled_at timestamptz
);
create index actor_due_at_idx on actor (due_at);
