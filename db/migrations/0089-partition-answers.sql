-- The filled table becomes the first partition. The validated CHECK saves reading its rows, and none moves. The new
-- table has its name, columns and rights, so that processes of the previous release go on.
select lock_patiently('sync_answers');
-- squawk-ignore renaming-table
alter table sync_answers rename to sync_answers_first;
alter table sync_answers_first set schema partitions;
drop trigger sync_answers_append_only on partitions.sync_answers_first;
create table sync_answers (
  batch_id uuid primary key,
  lines bytea storage external not null
) partition by range (batch_id);
do $$
begin
  execute format('alter table sync_answers attach partition partitions.sync_answers_first for values from (minvalue) to (%s)',
    (select substring(pg_get_constraintdef(oid) from '''[0-9a-f-]{36}''') from pg_constraint
     where conrelid = 'partitions.sync_answers_first'::regclass and conname = 'sync_answers_first_check'));
end
$$;
alter table partitions.sync_answers_first drop constraint sync_answers_first_check;
-- It stays empty, but no batch fails because of a moved clock.
create table partitions.sync_answers_default partition of sync_answers default;
create trigger sync_answers_append_only before update on sync_answers
  for each row execute function refuse_rewriting();
select add_partition('sync_answers');
select add_partition('sync_answers');
drop function bound_first_partition(text);
drop function partition_first_bound(text);
drop function lock_patiently(text);
