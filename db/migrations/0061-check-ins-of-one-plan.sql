-- The submitted check-ins of one plan assignment are one case. Its open tasks become one, with all occurrences and
-- histories; closed tasks keep what they cover under the name of the case.
create temporary table of_plan on commit drop as
select task.id, task.workspace_id, task.relationship_id, task.dedupe_key as former_key,
  'form:' || check_in.source_id as dedupe_key, task.id as kept_id,
  task.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED') as unresolved
from form_assignment assigned
join agenda_task check_in on check_in.id = assigned.source_id and check_in.source_type = 'PLAN_ASSIGNMENT'
join coach_task task on task.relationship_id = assigned.relationship_id
  and task.dedupe_key = 'form:' || assigned.id and task.source_kind = 'FORM'
where assigned.source_type = 'CHECK_IN';

-- Somebody's work goes before an open task, that before a snoozed one, then the oldest.
update of_plan set kept_id = kept.id
from (
  select distinct on (task.workspace_id, of_plan.dedupe_key) task.workspace_id, of_plan.dedupe_key, task.id
  from of_plan join coach_task task using (id)
  where of_plan.unresolved
  order by task.workspace_id, of_plan.dedupe_key,
    array_position(array['IN_PROGRESS', 'OPEN', 'SNOOZED'], task.status), task.snoozed_until, task.created_at, task.id
) kept
where of_plan.unresolved and kept.workspace_id = of_plan.workspace_id and kept.dedupe_key = of_plan.dedupe_key;

update coach_task_occurrence occurrence set dedupe_key = of_plan.dedupe_key, task_id = of_plan.kept_id
from of_plan where occurrence.task_id = of_plan.id and occurrence.dedupe_key = of_plan.former_key;

insert into coach_task_event (id, task_id, type, actor_kind, actor_user_id, source_event_id, metadata, occurred_at)
select uuidv7(), of_plan.kept_id, case event.type when 'created' then 'refreshed' else event.type end, event.actor_kind,
  event.actor_user_id, event.source_event_id, event.metadata, event.occurred_at
from of_plan join coach_task_event event on event.task_id = of_plan.id
where of_plan.kept_id <> of_plan.id
order by event.occurred_at, event.id
on conflict do nothing;

with folded as (
  select of_plan.kept_id, min(task.due_at) as due_at, max(task.pin_part) as pin_part,
    max(task.last_occurrence_at) as last_occurrence_at, max(task.touched_at) as touched_at,
    (array_agg(task.assigned_coach_user_id order by task.id = of_plan.kept_id desc, task.created_at)
      filter (where task.assigned_coach_user_id is not null))[1] as assigned_coach_user_id,
    (array_agg(task.source_id order by task.due_at, task.created_at, task.id))[1] as source_id,
    (array_agg(task.route order by task.due_at, task.created_at, task.id))[1] as route,
    (array_agg(task.due_day_starts_at order by task.due_at, task.created_at, task.id))[1] as due_day_starts_at,
    max(task.due_part) as due_part, min(task.score_changes_at) as score_changes_at
  from of_plan join coach_task task using (id)
  where of_plan.unresolved
  group by of_plan.kept_id
  having count(*) > 1
)
update coach_task task set due_at = folded.due_at, due_day_starts_at = folded.due_day_starts_at,
  due_order = coalesce(folded.due_at, task.due_order), due_part = folded.due_part, pin_part = folded.pin_part,
  priority_score = base_part + severity_part + client_part + folded.due_part + folded.pin_part,
  score_changes_at = folded.score_changes_at, source_id = folded.source_id, route = folded.route,
  last_occurrence_at = folded.last_occurrence_at, touched_at = folded.touched_at,
  assigned_coach_user_id = folded.assigned_coach_user_id,
  occurrence_count = covered.count,
  summary = jsonb_set(task.summary, '{counts,occurrences}', to_jsonb(covered.count)),
  revision = task.revision + 1, updated_at = clock_now()
from folded cross join lateral (
  select count(*)::int as count from coach_task_occurrence occurrence where occurrence.task_id = folded.kept_id) covered
where task.id = folded.kept_id;

with folded as (
  update coach_task task set status = 'ARCHIVED', status_before_close = task.status, resolution_type = 'DUPLICATE',
    duplicate_of = of_plan.kept_id, closed_at = clock_now(), snoozed_until = null, snooze_preset = null,
    snooze_reason = null, revision = task.revision + 1, updated_at = clock_now()
  from of_plan where task.id = of_plan.id and of_plan.kept_id <> of_plan.id
  returning task.id, task.closed_at
)
insert into coach_task_event (id, task_id, type, actor_kind, metadata, occurred_at)
select uuidv7(), id, 'archived', 'SYSTEM', '{"resolutionType": "DUPLICATE"}', closed_at from folded order by id;

update coach_task task set dedupe_key = of_plan.dedupe_key from of_plan where task.id = of_plan.id;

insert into coach_task_change (id, workspace_id, task_ids, is_reload, changed_at)
select uuidv7(), workspace_id, '{}', true, clock_now()
from (select distinct workspace_id from of_plan where kept_id <> id) changed order by workspace_id;
