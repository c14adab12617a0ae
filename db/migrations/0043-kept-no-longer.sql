-- What is kept for a time is taken away oldest first, a slice at a time.
-- squawk-ignore require-concurrent-index-creation
create index scope_change_changed_at_idx on scope_change (changed_at);
-- squawk-ignore require-concurrent-index-creation
create index operation_replacement_created_at_idx on operation_replacement (created_at);
-- squawk-ignore require-concurrent-index-creation
create index purge_order_acknowledged_at_idx on purge_order (acknowledged_at)
  where acknowledged_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index purge_order_withdrawn_at_idx on purge_order (withdrawn_at)
  where withdrawn_at is not null and acknowledged_at is null;
-- The batch of an operation that waits, or that can be driven again, stays with it.
-- squawk-ignore require-concurrent-index-creation
create index operation_set_aside_batch_id_idx on operation_set_aside (batch_id)
  where state = 'OPEN' or state = 'QUARANTINED';

-- That another operation was accepted in its place is part of a tombstone's verdict, at no byte of its own.
alter table tombstone_verdict add column replaced boolean not null default false;
alter table tombstone_verdict drop constraint tombstone_verdict_status_code_unique;
-- A table of a few dozen rows.
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint
alter table tombstone_verdict add constraint tombstone_verdict_status_code_replaced_unique unique (status, code, replaced);
