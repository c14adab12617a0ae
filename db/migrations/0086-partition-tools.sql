-- Tables that expire by age are partitioned by their ids, which begin with an instant of the database's clock. The
-- partitions have a schema of their own, in which the product has no rights: it reaches rows through the table, and
-- partitions by the functions below that run as the owner (docs/rooms/storage.md#partitions).
create schema partitions;

-- How long a partition is, and how long a row is kept.
create function partition_plan(parent text, out step interval, out kept interval)
  language plpgsql immutable as $$
begin
  case parent
    when 'sync_request' then step := '1 month'; kept := '90 days';
    when 'sync_answers' then step := '3 months'; kept := '400 days';
    else raise exception '% is not partitioned', parent using errcode = 'undefined_table';
  end case;
end
$$;

-- Start of the month or quarter of an instant, in UTC.
create function partition_start(parent text, instant timestamptz) returns timestamptz
  language sql stable
  return date_trunc(
    case (select step from partition_plan(parent)) when '1 month' then 'month' else 'quarter' end, instant, 'UTC');

create function partition_end(parent text, starts timestamptz) returns timestamptz
  language sql stable
  return (starts at time zone 'UTC' + (select step from partition_plan(parent))) at time zone 'UTC';

-- The smallest UUIDv7 of an instant.
create function first_id_at(instant timestamptz) returns uuid
  language sql immutable
  return (lpad(to_hex(round(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- A trigger of a partition names the table, which is all that its callers know.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_nargs = 2 and
     (to_jsonb(old) ->> tg_argv[0])::timestamptz < clock_now() - tg_argv[1]::interval then
    return old;
  end if;
  raise exception '% is append-only',
    coalesce((select parent.relname from pg_inherits join pg_class parent on parent.oid = inhparent
              where inhrelid = tg_relid), tg_table_name)
    using errcode = 'restrict_violation';
end
$$;

-- The partitions of a table, the oldest first. The first one has no start, the default one has no bounds.
create function list_partitions(parent text)
  returns table (name text, starts timestamptz, ends timestamptz, is_default boolean)
  language sql stable
begin atomic
  select child.relname::text,
    uuid_extract_timestamp(substring(bound from 'FROM \(''([^'']+)''\)')::uuid),
    uuid_extract_timestamp(substring(bound from 'TO \(''([^'']+)''\)')::uuid),
    bound = 'DEFAULT'
  from pg_inherits
    join pg_class child on child.oid = inhrelid
    cross join lateral pg_get_expr(child.relpartbound, child.oid) as bound
  where inhparent = to_regclass(format('public.%I', parent))
  order by 3 nulls last;
end;

create function has_partition_at(parent text, instant timestamptz) returns boolean
  language sql stable
  return exists (select from list_partitions(parent)
                 where not is_default and (starts is null or starts <= instant) and ends > instant);

-- Creates the partition of an instant, and moves its rows out of the default partition. Those behind a waiting lock
-- wait as well, so it gives up after 200 ms; its callers try again. Only the owner may call it.
create function create_partition(parent text, instant timestamptz) returns text
  language plpgsql set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  starts constant timestamptz := partition_start(parent, instant);
  low constant uuid := first_id_at(starts);
  high constant uuid := first_id_at(partition_end(parent, starts));
  name constant text := format('%s_%s', parent, to_char(starts at time zone 'UTC', 'YYYY_MM'));
begin
  -- A generic plan locks every partition, and a backend remembers few locks cheaply.
  if (select count(*) from list_partitions(parent)) >= 16 then
    raise exception '% has 16 partitions', parent using errcode = 'program_limit_exceeded';
  end if;
  -- Others read and write meanwhile, but only one creates partitions of a table.
  execute format('lock table only public.%I in share update exclusive mode', parent);
  execute format('create table partitions.%I (like public.%I including constraints including storage)', name, parent);
  execute format('lock table partitions.%I in access exclusive mode', parent || '_default');
  execute format(
    'with moved as (delete from partitions.%I where batch_id >= %L and batch_id < %L returning *)
     insert into partitions.%I select * from moved', parent || '_default', low, high, name);
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
    parent, name, low, high);
  return name;
end
$$;
revoke execute on function create_partition from public, sideline_app;

-- Creates the partition of now, of the next period, or of the one after it: the first that is missing. Returns its
-- name, or null if none is missing.
create function add_partition(parent text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamptz := partition_start(parent, clock_now());
  misplaced bigint;
begin
  for turn in 0..2 loop
    if not has_partition_at(parent, starts) then
      execute format('select count(*) from (select from partitions.%I where batch_id >= %L and batch_id < %L limit 5001)',
        parent || '_default', first_id_at(starts), first_id_at(partition_end(parent, starts))) into misplaced;
      -- Batches wait while rows are moved. An operator does it in a calm hour.
      if misplaced > 5000 then
        raise exception 'The default partition of % has more rows of % than a scan moves', parent, starts::date;
      end if;
      return create_partition(parent, starts);
    end if;
    starts := partition_end(parent, starts);
  end loop;
  return null;
end
$$;

-- Drops the oldest partition if nothing in it is needed, and returns its name, otherwise null. A request is needed by
-- its age alone. Answers are pruned device by device, which moves the anchor of the chain and keeps what an audit
-- cites, so their partition has to be empty. Under the lock nobody writes into it any more.
create function drop_partition(parent text) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  oldest record;
  needed boolean := false;
begin
  select * into oldest from list_partitions(parent) limit 1;
  if oldest.is_default or oldest.ends > clock_now() - (select kept from partition_plan(parent)) then return null; end if;
  -- The first look takes no lock: it may pass many dead rows, and leaves a quick one to the second.
  for turn in 1..2 loop
    if parent = 'sync_answers' then
      execute format('select exists (select from partitions.%I order by batch_id limit 1)', oldest.name) into needed;
      if needed then return null; end if;
    end if;
    if turn = 1 then
      -- A vacuum is canceled after a second of this lock, behind which nobody else waits.
      perform set_config('lock_timeout', '2s', true);
      execute format('lock table partitions.%I in share update exclusive mode', oldest.name);
      perform set_config('lock_timeout', '200ms', true);
      execute format('lock table partitions.%I in share mode', oldest.name);
    end if;
  end loop;
  execute format('drop table partitions.%I', oldest.name);
  return oldest.name;
end
$$;

-- Creates the partition of the oldest row in the default partition, and moves the rows of its time. Returns its name, or
-- null if the default partition is empty, as it should be.
create function move_misplaced(parent text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest uuid;
begin
  execute format('select batch_id from partitions.%I order by batch_id limit 1',
    (select name from list_partitions(parent) where is_default)) into oldest;
  if oldest is null then return null; end if;
  return create_partition(parent, uuid_extract_timestamp(oldest));
end
$$;

-- For each partitioned table: periods after this one that have a partition, of the next two; and rows in the default
-- partition, at most a thousand counted.
create function partition_health()
  returns table (parent text, ahead integer, partitions integer, misplaced integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamptz;
begin
  foreach parent in array array['sync_request', 'sync_answers'] loop
    starts := partition_start(parent, clock_now());
    ahead := -1;
    while ahead < 2 and has_partition_at(parent, starts) loop
      ahead := ahead + 1;
      starts := partition_end(parent, starts);
    end loop;
    ahead := greatest(ahead, 0);
    partitions := (select count(*) from list_partitions(parent));
    execute format('select count(*) from (select from partitions.%I limit 1000)', parent || '_default') into misplaced;
    return next;
  end loop;
end
$$;

-- The following three serve the migrations up to 0089 only. Where the first partition of a filled table ends.
create function partition_first_bound(parent text) returns uuid
  language plpgsql stable as $$
declare
  newest uuid;
begin
  execute format('select batch_id from public.%I order by batch_id desc limit 1', parent) into newest;
  -- A month is more than the steps take, even with a pause. A moved clock may have left newer rows.
  return first_id_at(partition_end(parent, partition_start(parent,
    greatest(clock_now() + interval '31 days', uuid_extract_timestamp(newest)))));
end
$$;

-- Locks a table for the change of its shape. Others wait for 200 ms at most, then the next try follows.
create function lock_patiently(name text) returns void
  language plpgsql as $$
begin
  -- A vacuum is canceled after a second of this lock, behind which nobody else waits.
  execute format('lock table public.%I in share update exclusive mode', name);
  perform set_config('lock_timeout', '200ms', true);
  for turn in 1..150 loop
    begin
      execute format('lock table public.%I in access exclusive mode', name);
      return;
    exception when lock_not_available then
      if turn = 150 then raise; end if;
    end;
    perform pg_sleep(0.2 + random() * 0.3);
  end loop;
end
$$;

-- Adds the CHECK on the end of the first partition, which later spares reading the rows.
create function bound_first_partition(parent text) returns void
  language plpgsql as $$
begin
  perform lock_patiently(parent);
  execute format('alter table public.%I add constraint %I check (batch_id < %L) not valid',
    parent, parent || '_first_check', partition_first_bound(parent));
end
$$;

select bound_first_partition('sync_request');
