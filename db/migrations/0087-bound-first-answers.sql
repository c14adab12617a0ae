-- In a transaction of its own: readers and writers go on while rows are looked at.
alter table sync_request validate constraint sync_request_first_check;
select bound_first_partition('sync_answers');
