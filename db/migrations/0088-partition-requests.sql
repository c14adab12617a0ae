-- Readers and writers go on while rows are looked at.
alter table sync_answers validate constraint sync_answers_first_check;
-- The filled table becomes the first partition. The validated CHECK saves reading its rows, and none moves. The new
-- table has its name, columns and rights, so that processes of the previous release go on.
select lock_patiently('sync_request');
-- squawk-ignore renaming-table
alter table sync_request rename to sync_request_first;
alter table sync_request_first set schema partitions;
drop trigger sync_request_append_only on partitions.sync_request_first;
create table sync_request (
  batch_id uuid primary key,
  body bytea storage external not null,
  received_at timestamptz not null,
  constraint sync_request_batch_id_check check (uuid_extract_version(batch_id) is not distinct from 7)
) partition by range (batch_id);
do $$
begin
  execute format('alter table sync_request attach partition partitions.sync_request_first for values from (minvalue) to (%s)',
    (select substring(pg_get_constraintdef(oid) from '''[0-9a-f-]{36}''') from pg_constraint
     where conrelid = 'partitions.sync_request_first'::regclass and conname = 'sync_request_first_check'));
end
$$;
alter table partitions.sync_request_first drop constraint sync_request_first_check;
-- It stays empty, but no batch fails because of a moved clock.
create table partitions.sync_request_default partition of sync_request default;
create trigger sync_request_append_only before update on sync_request
  for each row execute function refuse_rewriting();
select add_partition('sync_request');
select add_partition('sync_request');
