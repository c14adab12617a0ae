-- When a row became due, if an act deferred it or an operator drove it again; null for one that was due when it
-- occurred. The instant stays, while a lease and a retry move available_at.
alter table outbox add column due_at timestamptz;
-- Rows that quiet hours defer at this moment; a lease lasts 30 s.
update outbox set due_at = available_at
where dead_at is null and attempts = 0 and last_error is null
  and available_at > clock_now() + interval '30 seconds';
