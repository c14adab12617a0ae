-- Who never opened the questionnaire is reminded on a few days, who skipped it after the first week too.
alter table onboarding_task drop constraint onboarding_task_reminder_cadence_check;
alter table onboarding_task add constraint onboarding_task_reminder_cadence_check
  check (reminder_cadence in ('DAILY', 'UNOPENED')) not valid;

alter table notification drop constraint notification_reason_check;
alter table notification add constraint notification_reason_check check (
  reason in ('ALLOWED', 'QUIET_HOURS', 'MUTED', 'NO_CHANNEL', 'WINDOW_MISSED', 'ALREADY_TOLD',
             'RELATIONSHIP_INACTIVE', 'RECIPIENT_INACTIVE', 'NOTHING_LEFT',
             'TOLD_OF_CLIENT', 'URGENT_STANDS', 'IN_DIGEST', 'TAPERED')) not valid;
