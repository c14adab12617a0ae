-- As in 0088: the filled table becomes the first partition, and processes of the previous release go on.
select lock_patiently('auth_audit_event');
-- squawk-ignore renaming-table
alter table auth_audit_event rename to auth_audit_event_first;
alter table auth_audit_event_first set schema partitions;
drop trigger auth_audit_event_append_only on partitions.auth_audit_event_first;
create table auth_audit_event (
  id uuid primary key,
  user_id uuid,
  event_type text not null,
  provider text,
  actor text not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  constraint auth_audit_event_id_check check (uuid_extract_version(id) is not distinct from 7)
) partition by range (id);
create index auth_audit_event_user_id_created_at_idx on auth_audit_event (user_id, created_at);
create index auth_audit_event_contact_lookups_idx on auth_audit_event (actor, created_at)
  where event_type = 'USER_SOUGHT';
do $$
begin
  execute format('alter table auth_audit_event attach partition partitions.auth_audit_event_first for values from (minvalue) to (%s)',
    (select substring(pg_get_constraintdef(oid) from '''[0-9a-f-]{36}''') from pg_constraint
     where conrelid = 'partitions.auth_audit_event_first'::regclass and conname = 'auth_audit_event_first_check'));
end
$$;
alter table partitions.auth_audit_event_first drop constraint auth_audit_event_first_check;
-- It stays empty, but no sign-in fails because of a moved clock.
create table partitions.auth_audit_event_default partition of auth_audit_event default;
create trigger auth_audit_event_append_only before update or delete on auth_audit_event
  for each row execute function refuse_rewriting('created_at', '30 days');
select add_partition('auth_audit_event');
select add_partition('auth_audit_event');
drop function bound_first_partition(text);
drop function partition_first_bound(text);
drop function lock_patiently(text);

-- For each partitioned table: periods after this one that have a partition, of the next two; and rows in the default
-- partition, at most a thousand counted.
create or replace function partition_health()
  returns table (parent text, ahead integer, partitions integer, misplaced integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamptz;
begin
  foreach parent in array array['sync_request', 'sync_answers', 'auth_audit_event'] loop
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
