-- The baseline is a task of its own for who begins from now on; who is under way keeps the definition they began with.
alter table onboarding_task drop constraint onboarding_task_task_type_check;
alter table onboarding_task add constraint onboarding_task_task_type_check
  check (task_type in ('QUESTIONNAIRE', 'BASELINE')) not valid;
-- When the turn of a task came, after another one.
alter table onboarding_task add column begun_at timestamptz;

update workflow_definition set status = 'RETIRED' where key = 'CLIENT_INVITE_V1' and version = 1;
insert into workflow_definition (id, key, version, status, steps, created_at, activated_at)
values (
  '019a0000-0000-7000-8000-000000000002', 'CLIENT_INVITE_V1', 2, 'ACTIVE',
  '[{"taskKey": "COACH_QUESTIONNAIRE", "taskType": "QUESTIONNAIRE", "sortOrder": 1, "skippable": true},
    {"taskKey": "BASELINE_PROFILE", "taskType": "BASELINE", "sortOrder": 2, "skippable": false}]',
  clock_now(), clock_now());
insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, occurred_at, available_at)
values (
  uuidv7(), 'event-feed', '019a0000-0000-7000-8000-000000000002', uuidv7(),
  'OnboardingWorkflowDefined', '019a0000-0000-7000-8000-000000000002', 2,
  '{"definitionId": "019a0000-0000-7000-8000-000000000002"}', clock_now(), clock_now());
