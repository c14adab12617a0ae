-- What was done, or taken back, before anybody was told of it needs no telling.
alter table notification
  drop constraint notification_reason_check,
  add constraint notification_reason_check check (
    reason in ('ALLOWED', 'QUIET_HOURS', 'MUTED', 'NO_CHANNEL', 'WINDOW_MISSED', 'ALREADY_TOLD',
               'RELATIONSHIP_INACTIVE', 'RECIPIENT_INACTIVE', 'NOTHING_LEFT')) not valid;
