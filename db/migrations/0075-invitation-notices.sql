-- A coach is notified before and after an invitation expires. Open invitations that wait for no reminder had no actor.
alter table invitation add column expiry_noticed_at timestamptz;
insert into actor (workflow_id, due_at, due_reason)
select 'invitation/' || id,
  case when reminded_at is null then expires_at - interval '72 hours' else expires_at end,
  case when reminded_at is null then 'REMINDER' else 'EXPIRY' end
from invitation
where status = 'ACTIVE' and expires_at > clock_now() and coalesce(target_email, target_phone) <> ''
on conflict (workflow_id) do nothing;
alter table notification drop constraint notification_category_check;
alter table notification add constraint notification_category_check check (
  category in ('WELCOME', 'CLIENT_STARTED_ONBOARDING', 'ONBOARDING_REMINDER', 'ONBOARDING_NUDGE',
               'COMPLETION_REQUEST', 'FORM_ASSIGNED', 'WORKOUT_CONFLICT_REMINDER',
               'WORKOUT_CONFLICT_UNRESOLVED', 'COACH_TASK_URGENT', 'COACH_TASK_HIGH',
               'COACH_TASK_LATE', 'INBOX_DIGEST', 'CHECK_IN_NUDGE', 'INVITATION_NEEDS_ATTENTION')) not valid;
