-- What every room stands on: the rights of the product's role, its clock, and what was recorded.

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

-- The same instant before it is cut to milliseconds, in microseconds of the epoch: what was done under a lock
-- is told apart by it.
create function clock_micros() returns double precision
  language sql volatile parallel safe
  return extract(epoch from clock_timestamp() + (select shift from clock_offset)) * 1000000;

-- Where statements are sent together, none waits for the row count of another: a write that wrote other rows
-- than planned fails by itself, and with it all of its transaction.
create function require_rows(target text, written bigint, planned bigint) returns bigint
  language plpgsql volatile as $$
begin
  if written <> planned then
    raise exception '%: % of % rows written', target, written, planned using errcode = 'cardinality_violation';
  end if;
  return written;
end
$$;

-- What was recorded stays as it was recorded, whoever asks. A table with a retention names the column
-- of its age and how long a row is kept: what is older may be deleted.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_nargs = 2 and
     (to_jsonb(old) ->> tg_argv[0])::timestamptz < clock_now() - tg_argv[1]::interval then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- What is kept for a time is taken away oldest first, a slice at a time. Freed pages take new keys, so
-- that a BRIN index would soon find every age on every page.
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
create index idempotency_key_created_at_idx on idempotency_key (created_at);

-- The columns are those of the package that counts.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire_idx on rate_limit (expire);
