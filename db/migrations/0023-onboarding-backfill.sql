-- Clients who registered before onboarding was there get what registration begins now: an instance, its
-- task, ready, and the workspace's default questionnaire. Ended relationships get none. Nobody is
-- welcomed for it: only the event feed and the onboarding's actor hear of it.
with moment as materialized (
  select clock_now() as at
), earlier as materialized (
  select relationship.id as relationship_id, relationship.workspace_id, relationship.coach_user_id,
         relationship.client_user_id, relationship.invitation_id, relationship.status = 'PAUSED' as paused,
         definition.id as definition_id, definition.steps -> 0 as step, version.id as form_version_id,
         uuidv7() as instance_id, uuidv7() as task_id, uuidv7() as form_assignment_id, moment.at
    from relationship
   cross join moment
    join workflow_definition definition
      on definition.key = 'CLIENT_INVITE_V1' and definition.status = 'ACTIVE'
    join form_definition form
      on form.workspace_id = relationship.workspace_id and form.is_workspace_default
    join form_version version on version.form_id = form.id and version.version = form.latest_version
   where relationship.status <> 'ENDED'
     and not exists (
       select from onboarding_instance instance where instance.relationship_id = relationship.id)
), instance as (
  insert into onboarding_instance (
    id, relationship_id, definition_id, invitation_id, status, resumes_as,
    program_assignment_blocked, nutrition_assignment_blocked, current_task_id, started_at, updated_at)
  select instance_id, relationship_id, definition_id, invitation_id,
         case when paused then 'PAUSED' else 'IN_PROGRESS' end, case when paused then 'IN_PROGRESS' end,
         false, false, task_id, at, at
    from earlier
), assignment as (
  insert into form_assignment (
    id, form_version_id, relationship_id, source_type, source_id, status, revision, created_at, updated_at)
  select form_assignment_id, form_version_id, relationship_id, 'ONBOARDING', task_id, 'ASSIGNED', 1, at, at
    from earlier
), task as (
  insert into onboarding_task (
    id, instance_id, task_key, task_type, status, sort_order, form_assignment_id, payload, revision,
    created_at, updated_at)
  select task_id, instance_id, step ->> 'taskKey', step ->> 'taskType', 'READY',
         (step ->> 'sortOrder')::integer, form_assignment_id, '{}', 1, at, at
    from earlier
), remembered as (
  insert into onboarding_task_event (id, instance_id, task_id, type, actor_kind, metadata, occurred_at)
  select uuidv7(), instance_id, task_id, 'created', 'SYSTEM',
         jsonb_build_object('formAssignmentId', form_assignment_id), at
    from earlier
), audited as (
  insert into onboarding_audit_event (
    id, instance_id, task_id, event_type, actor_kind, actor, metadata, created_at)
  select uuidv7(), instance_id, task_id, 'created', 'SYSTEM', 'system',
         jsonb_build_object('formAssignmentId', form_assignment_id), at
    from earlier
), profile as (
  update client_profile
     set onboarding_status = 'IN_PROGRESS', updated_at = earlier.at
    from earlier
   where client_profile.user_id = earlier.client_user_id
), moved as (
  update relationship_scope scope
     set seq = scope.seq + 1
    from earlier
   where scope.relationship_id = earlier.relationship_id
  returning scope.relationship_id, scope.seq
), told_devices as (
  insert into scope_change (relationship_id, seq, changes, changed_at)
  select relationship_id, moved.seq,
         jsonb_build_object('form_assignment', jsonb_build_array(form_assignment_id)), at
    from moved join earlier using (relationship_id)
), event as materialized (
  select uuidv7() as event_id, type, subject_id, version, instance_id, refs_of_event as refs, at
    from earlier
   cross join lateral (
     select jsonb_build_object(
              'workspaceId', workspace_id, 'relationshipId', relationship_id,
              'coachUserId', coach_user_id, 'clientUserId', client_user_id, 'instanceId', instance_id,
              'taskId', task_id, 'formAssignmentId', form_assignment_id) as refs
   ) named
   cross join lateral (
     values ('ClientOnboardingStarted', instance_id, 0, refs),
            ('OnboardingQuestionnaireAssigned', task_id, 1, refs),
            ('FormAssigned', form_assignment_id, 1, jsonb_build_object(
              'workspaceId', workspace_id, 'relationshipId', relationship_id,
              'formAssignmentId', form_assignment_id, 'formVersionId', form_version_id,
              'sourceType', 'ONBOARDING', 'sourceId', task_id))
   ) told (type, subject_id, version, refs_of_event)
)
insert into outbox (
  id, consumer, key, event_id, type, subject_id, version, refs, occurred_at, available_at)
select uuidv7(), 'event-feed', subject_id::text, event_id, type, subject_id, version, refs, at, at
  from event
union all
select uuidv7(), 'onboarding-actor', 'onboarding/' || instance_id, event_id, type, subject_id, version,
       refs, at, at
  from event
 where type = 'ClientOnboardingStarted';
