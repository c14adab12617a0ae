-- The feed's events of one batch ride in one row: its own event first, the others in this list.
alter table outbox add column further_events jsonb;
