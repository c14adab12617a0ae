-- A task that was resolved as NUDGE_SENT has its client nudged when the undo is over.
alter table coach_task add column nudge_at timestamptz;
alter table coach_task add column nudge_notification_id uuid;
alter table notification drop constraint notification_category_check;
alter table notification add constraint notification_category_check check (
  category in ('WELCOME', 'CLIENT_STARTED_ONBOARDING', 'ONBOARDING_REMINDER', 'ONBOARDING_NUDGE',
               'COMPLETION_REQUEST', 'FORM_ASSIGNED', 'WORKOUT_CONFLICT_REMINDER',
               'WORKOUT_CONFLICT_UNRESOLVED', 'COACH_TASK_URGENT', 'COACH_TASK_HIGH',
               'COACH_TASK_LATE', 'INBOX_DIGEST', 'CHECK_IN_NUDGE')) not valid;
