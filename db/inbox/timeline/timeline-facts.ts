import { sql } from "kysely";
import type { TimelineEntry } from "../../../contract/inbox/console/timeline-schema.ts";
import { plannedSetCount, setsDone } from "../../workouts/sessions/queries.ts";

/**
 * SQL of the facts of an entry `page`, by its code. Titles are the coach's own; no text or reason of a client is among
 * them.
 */
export const timelineFacts = sql<TimelineEntry["facts"]>`(case page.code
  when 'RELATIONSHIP_STARTED' then '{}'::jsonb
  when 'RELATIONSHIP_CHANGED' then (
    select jsonb_build_object('from', event.from_status, 'to', event.to_status,
      'actorKind', event.actor_kind, 'byUserId', event.actor_user_id)
    from relationship_event event where event.id = page.ref)
  when 'COACH_CHANGED' then (
    select jsonb_build_object('fromCoachUserId', event.from_coach_user_id,
      'toCoachUserId', event.to_coach_user_id, 'byUserId', event.actor_user_id)
    from relationship_event event where event.id = page.ref)
  when 'PLAN_ASSIGNED' then (
    select jsonb_build_object('assignmentId', assigned.id, 'planId', plan.id,
      'planKind', plan.kind, 'title', plan.title, 'byUserId', assigned.assigned_by_user_id)
    from plan_assignment assigned join plan on plan.id = assigned.plan_id
    where assigned.id = page.ref)
  when 'PLAN_REVISED' then (
    select jsonb_build_object('assignmentId', assigned.id, 'planId', assigned.plan_id,
      'planKind', assigned.plan_kind, 'title', revision.content ->> 'title',
      'revision', revision.revision, 'byUserId', revision.published_by_user_id)
    from plan_assignment assigned
    join plan_revision revision on revision.plan_id = assigned.plan_id
      and revision.revision = split_part(page.id, ':', 2)::int
    where assigned.id = page.ref)
  when 'FORM_ASSIGNED' then (
    select jsonb_build_object('formAssignmentId', assigned.id, 'title', version.title,
      'sourceType', assigned.source_type, 'byUserId', assigned.assigned_by_user_id)
    from form_assignment assigned join form_version version on version.id = assigned.form_version_id
    where assigned.id = page.ref)
  when 'FORM_SUBMITTED' then (
    select jsonb_build_object('formSubmissionId', submission.id, 'title', version.title,
      'sourceType', assigned.source_type)
    from form_submission submission
    join form_version version on version.id = submission.form_version_id
    join form_assignment assigned on assigned.id = submission.assignment_id
    where submission.id = page.ref)
  when 'WORKOUT_SUBMITTED' then (
    select jsonb_build_object('sessionId', session.id,
      'title', snapshot.content -> 'day' ->> 'title', 'trainedOn', session.local_date,
      'setsAsked', ${plannedSetCount}, 'setsDone', ${setsDone})
    from workout_session session
    join workout_snapshot snapshot on snapshot.workspace_id = session.workspace_id
      and snapshot.checksum = session.snapshot_checksum
    where session.id = page.ref)
  when 'TASK_OPENED' then jsonb_build_object('taskId', task.id, 'taskType', task.task_type,
    'summary', task.summary ->> 'code', 'severity', task.severity)
  else jsonb_build_object('taskId', task.id, 'taskType', task.task_type,
    'summary', task.summary ->> 'code', 'resolutionType', task.resolution_type,
    'dismissReason', task.dismiss_reason, 'byUserId', task.closed_by_user_id)
  end)`;
