-- One row says that an actor is due: each event that wakes it counts a mark, so that a settlement knows
-- whether one came after it looked. The sweep keeps when it told it last, a failed settlement when the
-- actor tries again by itself. Whose row it is stands in the workflow id.
alter table actor
  add column marks integer not null default 0,
  add column told_at timestamptz,
  add column failures integer not null default 0,
  add column next_try_at timestamptz,
  drop column room,
  drop column subject_id;

-- Until now an admitted batch was found without a row.
insert into actor (workflow_id, due_at, due_reason)
select 'device/' || device_id, min(admitted_at), 'SETTLEMENT'
from sync_batch where status = 'ADMITTED' group by device_id order by device_id
on conflict (workflow_id) do nothing;

-- When a batch whose settlement failed is tried again.
alter table sync_batch add column next_settle_at timestamptz;

-- A lease reads the rows of its consumers, whoever else waits.
create index outbox_consumer_available_at_id_idx
  on outbox (consumer, available_at, id) where dead_at is null;
drop index outbox_available_at_id_idx;
