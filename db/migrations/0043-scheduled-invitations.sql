-- An invitation beyond what its coach may send in a day waits for a later one: SCHEDULED, sent from `send_at` on.
alter table invitation add column send_at timestamptz;
alter table invitation drop constraint invitation_status_check;
alter table invitation add constraint invitation_status_check
  check (status in ('SCHEDULED', 'ACTIVE', 'CONSUMED', 'EXPIRED', 'REVOKED')) not valid;
alter table invitation add constraint invitation_send_at_check
  check (status <> 'SCHEDULED' or send_at is not null) not valid;
