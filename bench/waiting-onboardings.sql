-- Clients who skipped today: the facts and the actor's row say that a reminder is due tomorrow.
create temporary table waiting as
select uuidv7() as client, uuidv7() as invitation, uuidv7() as relationship, uuidv7() as instance,
       uuidv7() as task, uuidv7() as assignment, n
  from generate_series(1, current_setting('bench.actors')::integer) n;
create temporary table place as select uuidv7() as coach, uuidv7() as workspace, uuidv7() as form,
                                       uuidv7() as version;
insert into app_user (id, primary_email, display_name, status, roles, created_at, updated_at)
  select coach, 'bench-coach@example.com', 'Coach', 'ACTIVE', array['COACH'], now(), now() from place
  union all
  select client, 'bench-' || n || '@example.com', 'Client', 'ACTIVE', array['CLIENT'], now(), now()
    from waiting;
insert into coach_workspace (id, owner_user_id, name, slug, status, settings, created_at, updated_at)
  select workspace, coach, 'Bench', 'bench', 'ACTIVE', '{}', now(), now() from place;
insert into form_definition (id, workspace_id, title, status, is_workspace_default, draft, revision,
                             latest_version, created_at, updated_at)
  select form, workspace, 'Bench', 'PUBLISHED', true, '{"sections": []}', 1, 1, now(), now() from place;
insert into form_version (id, form_id, version, title, content, published_at)
  select version, form, 1, 'Bench', '{"sections": []}', now() from place;
insert into client_profile (id, user_id, display_name, timezone, locale, onboarding_status,
                            privacy_settings, created_at, updated_at)
  select uuidv7(), client, 'Client', 'UTC', 'en', 'BLOCKED', '{}', now(), now() from waiting;
insert into invitation (id, workspace_id, invited_by_user_id, target_email, status, generation,
                        token_hash, expires_at, created_at, updated_at)
  select invitation, workspace, coach, 'bench-' || n || '@example.com', 'CONSUMED', 1, 'bench-' || n,
         now(), now(), now() from waiting, place;
insert into relationship (id, workspace_id, coach_user_id, client_user_id, invitation_id, status,
                          timezone, started_at, updated_at)
  select relationship, workspace, coach, client, invitation, 'ACTIVE', 'UTC', now(), now()
    from waiting, place;
insert into relationship_scope (relationship_id, epoch) select relationship, uuidv7() from waiting;
insert into relationship_calendar (relationship_id, local_date, timezone, tz_version)
  select relationship, current_date, 'UTC', '' from waiting;
insert into onboarding_instance (id, relationship_id, definition_id, invitation_id, status,
                                 program_assignment_blocked, nutrition_assignment_blocked,
                                 current_task_id, started_at, updated_at)
  select instance, relationship, (select id from workflow_definition where status = 'ACTIVE'),
         invitation, 'COMPLETED_WITH_PENDING_TASK', true, true, task, now(), now() from waiting;
insert into form_assignment (id, form_version_id, relationship_id, source_type, source_id, status,
                             revision, created_at, updated_at)
  select assignment, version, relationship, 'ONBOARDING', task, 'ASSIGNED', 1, now(), now()
    from waiting, place;
insert into onboarding_task (id, instance_id, task_key, task_type, status, sort_order,
                             form_assignment_id, skipped_at, reminder_cadence, reminders_from,
                             next_reminder_at, payload, revision, created_at, updated_at)
  select task, instance, 'COACH_QUESTIONNAIRE', 'QUESTIONNAIRE', 'SKIPPED_FOR_NOW', 1, assignment,
         now(), 'DAILY', current_date + 1, (current_date + 1) + interval '10 hours', '{}', 1, now(),
         now()
    from waiting;
insert into actor (workflow_id, due_at, due_reason)
  select 'onboarding/' || instance, (current_date + 1) + interval '10 hours', 'REMINDER' from waiting;
