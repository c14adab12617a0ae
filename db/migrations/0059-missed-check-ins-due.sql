-- A task of missed check-ins is due at the end of the client's local day on which the third one was counted. Tasks that
-- are open get that instant and its score. One that has passed already was never promised, so nobody is notified of it.
with third as (
  select task.id, place.zone, (missed.accepted_at at time zone place.zone)::date as day
  from coach_task task
  join relationship r on r.id = task.relationship_id
  cross join lateral (
    select accepted_at from coach_task_occurrence occurrence where occurrence.task_id = task.id
    order by accepted_at, occurrence_key offset 2 limit 1) missed
  cross join lateral (
    select case when r.zone_changes_at <= missed.accepted_at then r.next_timezone else r.timezone end as zone) place
  where task.task_type = 'MISSED_CHECK_IN' and task.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
    and task.occurrence_count >= 3 and task.due_at is null
), due as (
  select id, day::timestamp at time zone zone as starts_at, (day + 1)::timestamp at time zone zone as due_at,
    clock_now() as now
  from third
), scored as (
  select id, starts_at, due_at, now,
    case when due_at <= now then 20 when starts_at <= now then 10 else 0 end as part,
    case when starts_at > now then starts_at when due_at > now then due_at end as changes_at
  from due
), updated as (
  update coach_task task set due_at = scored.due_at, due_day_starts_at = scored.starts_at, due_order = scored.due_at,
    due_part = scored.part, score_changes_at = scored.changes_at,
    priority_score = base_part + severity_part + client_part + pin_part + scored.part,
    late_told_at = case when scored.due_at <= scored.now then greatest(late_told_at, scored.now) else late_told_at end
  from scored where task.id = scored.id
  returning task.id, task.workspace_id, task.due_at, scored.now
), woken as (
  update actor set due_at = updated.due_at, due_reason = 'DUE'
  from updated
  where actor.workflow_id = 'inbox-task/' || updated.id and updated.due_at > updated.now
    and actor.due_at > updated.due_at
)
insert into coach_task_change (id, workspace_id, task_ids, is_reload, changed_at)
select uuidv7(), workspace_id, '{}', true, clock_now()
from (select distinct workspace_id from updated) changed order by workspace_id;

alter table notification drop constraint notification_reason_check;
alter table notification add constraint notification_reason_check check (
  reason in ('ALLOWED', 'QUIET_HOURS', 'MUTED', 'NO_CHANNEL', 'WINDOW_MISSED', 'ALREADY_TOLD',
             'RELATIONSHIP_INACTIVE', 'RECIPIENT_INACTIVE', 'NOTHING_LEFT',
             'TOLD_OF_CLIENT', 'URGENT_STANDS', 'IN_DIGEST', 'TAPERED', 'SENT_TOGETHER')) not valid;
