-- The audit of sign-ins expires after 30 days and guards no uniqueness, so it is partitioned as 0086 says. Other audits
-- are kept for good and stay whole. A table has its own column of ids.
create function partition_key(parent text) returns text
  language sql immutable
  return case parent when 'auth_audit_event' then 'id' else 'batch_id' end;

-- How long a partition is, and how long a row is kept.
create or replace function partition_plan(parent text, out step interval, out kept interval)
  language plpgsql immutable as $$
begin
  case parent
    when 'sync_request' then step := '1 month'; kept := '90 days';
    when 'sync_answers' then step := '3 months'; kept := '400 days';
    when 'auth_audit_event' then step := '1 month'; kept := '30 days';
    else raise exception '% is not partitioned', parent using errcode = 'undefined_table';
  end case;
end
$$;

-- Creates the partition of an instant, and moves its rows out of the default partition. Those behind a waiting lock
-- wait as well, so it gives up after 200 ms; its callers try again. Only the owner may call it.
create or replace function create_partition(parent text, instant timestamptz) returns text
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
  -- The trigger of an audit would refuse that young rows leave the default partition.
  execute format('alter table partitions.%I disable trigger user', parent || '_default');
  execute format(
    'with moved as (delete from partitions.%I where %I >= %L and %I < %L returning *)
     insert into partitions.%I select * from moved',
    parent || '_default', partition_key(parent), low, partition_key(parent), high, name);
  execute format('alter table partitions.%I enable trigger user', parent || '_default');
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
    parent, name, low, high);
  return name;
end
$$;

-- Creates the partition of now, of the next period, or of the one after it: the first that is missing. Returns its
-- name, or null if none is missing.
create or replace function add_partition(parent text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamptz := partition_start(parent, clock_now());
  misplaced bigint;
begin
  for turn in 0..2 loop
    if not has_partition_at(parent, starts) then
      execute format('select count(*) from (select from partitions.%I where %I >= %L and %I < %L limit 5001)',
        parent || '_default', partition_key(parent), first_id_at(starts), partition_key(parent),
        first_id_at(partition_end(parent, starts))) into misplaced;
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

-- Creates the partition of the oldest row in the default partition, and moves the rows of its time. Returns its name, or
-- null if the default partition is empty, as it should be.
create or replace function move_misplaced(parent text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest uuid;
begin
  execute format('select %I from partitions.%I order by %I limit 1', partition_key(parent),
    (select name from list_partitions(parent) where is_default), partition_key(parent)) into oldest;
  if oldest is null then return null; end if;
  return create_partition(parent, uuid_extract_timestamp(oldest));
end
$$;

-- The following three serve the migrations up to 0092 only. Where the first partition of a filled table ends.
create function partition_first_bound(parent text) returns uuid
  language plpgsql stable as $$
declare
  newest uuid;
begin
  execute format('select %I from public.%I order by %I desc limit 1', partition_key(parent), parent, partition_key(parent))
    into newest;
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
  execute format('alter table public.%I add constraint %I check (%I < %L) not valid',
    parent, parent || '_first_check', partition_key(parent), partition_first_bound(parent));
end
$$;

select bound_first_partition('auth_audit_event');
