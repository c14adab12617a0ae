-- Defined by the system, never by a coach; once active, only its retirement changes it.
create table workflow_definition (
  id uuid primary key,
  key text not null,
  version integer not null,
  status text not null,
  steps jsonb not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  constraint workflow_definition_key_version_unique unique (key, version),
  constraint workflow_definition_status_check check (status in ('DRAFT', 'ACTIVE', 'RETIRED'))
);
create unique index workflow_definition_active_unique
  on workflow_definition (key) where status = 'ACTIVE';

create function refuse_redefining() returns trigger language plpgsql as $$
begin
  if old.status = 'DRAFT' or
     (tg_op = 'UPDATE' and new.status = 'RETIRED'
      and to_jsonb(new) - 'status' = to_jsonb(old) - 'status') then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'an active workflow definition is immutable' using errcode = 'restrict_violation';
end
$$;
create trigger workflow_definition_append_only before update or delete on workflow_definition
  for each row execute function refuse_redefining();

create table onboarding_instance (
  id uuid primary key,
  relationship_id uuid not null references relationship (id),
  definition_id uuid not null references workflow_definition (id),
  invitation_id uuid not null references invitation (id),
  status text not null,
  resumes_as text,
  program_assignment_blocked boolean not null,
  nutrition_assignment_blocked boolean not null,
  current_task_id uuid,
  started_at timestamptz not null,
  finished_at timestamptz,
  retention_expires_at timestamptz,
  purged_at timestamptz,
  updated_at timestamptz not null,
  constraint onboarding_instance_relationship_definition_unique
    unique (relationship_id, definition_id),
  constraint onboarding_instance_status_check check (
    status in ('IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITH_PENDING_TASK', 'PAUSED', 'CANCELLED')),
  constraint onboarding_instance_pause_check check (
    resumes_as in ('IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITH_PENDING_TASK')
    and (status = 'PAUSED') = (resumes_as is not null))
);

create table onboarding_task (
  id uuid primary key,
  instance_id uuid not null references onboarding_instance (id),
  task_key text not null,
  task_type text not null,
  status text not null,
  sort_order integer not null,
  form_assignment_id uuid references form_assignment (id),
  submission_id uuid,
  due_at timestamptz,
  opened_at timestamptz,
  skipped_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  expired_at timestamptz,
  reminder_cadence text,
  -- The first local day that a reminder may still fall on; next_reminder_at is its instant.
  reminders_from date,
  next_reminder_at timestamptz,
  payload jsonb not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retention_expires_at timestamptz,
  constraint onboarding_task_instance_id_task_key_unique unique (instance_id, task_key),
  constraint onboarding_task_task_type_check check (task_type in ('QUESTIONNAIRE')),
  constraint onboarding_task_status_check check (
    status in ('READY', 'OPENED', 'COMPLETED', 'SKIPPED_FOR_NOW', 'CANCELLED', 'EXPIRED')),
  constraint onboarding_task_reminder_cadence_check check (reminder_cadence in ('DAILY')),
  constraint onboarding_task_reminders_check check (
    (reminder_cadence is null) = (reminders_from is null)
    and (reminder_cadence is not null or next_reminder_at is null))
);

-- Append-only until the retention of its onboarding has run out.
create table onboarding_task_event (
  id uuid primary key,
  instance_id uuid not null references onboarding_instance (id),
  task_id uuid not null references onboarding_task (id),
  type text not null,
  actor_kind text not null,
  actor_user_id uuid,
  metadata jsonb not null,
  occurred_at timestamptz not null,
  retention_expires_at timestamptz,
  constraint onboarding_task_event_type_check check (
    type in ('created', 'opened', 'skipped', 'resumed', 'completed', 'expired', 'cancelled')),
  constraint onboarding_task_event_actor_kind_check
    check (actor_kind in ('CLIENT', 'COACH', 'SUPPORT', 'SYSTEM'))
);
create index onboarding_task_event_instance_id_id_idx on onboarding_task_event (instance_id, id);

create table onboarding_override (
  id uuid primary key,
  instance_id uuid not null references onboarding_instance (id),
  task_id uuid not null references onboarding_task (id),
  type text not null,
  actor_kind text not null,
  actor_user_id uuid,
  reason text,
  replaced_form_assignment_id uuid,
  created_at timestamptz not null,
  constraint onboarding_override_type_check check (
    type in ('CANCEL', 'REASSIGN_QUESTIONNAIRE', 'REQUEST_COMPLETION', 'FORCE_COMPLETE')),
  constraint onboarding_override_actor_kind_check check (actor_kind in ('COACH', 'SUPPORT'))
);
create index onboarding_override_instance_id_id_idx on onboarding_override (instance_id, id);

create function refuse_rewriting_onboarding() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from onboarding_instance
     where id = old.instance_id and retention_expires_at <= clock_now()) then
    return old;
  end if;
  -- When the relationship ends, its events are dated, once.
  if tg_op = 'UPDATE' and to_jsonb(old) ->> 'retention_expires_at' is null
     and to_jsonb(new) ->> 'retention_expires_at' is not null
     and to_jsonb(new) - 'retention_expires_at' = to_jsonb(old) - 'retention_expires_at' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger onboarding_task_event_append_only before update or delete on onboarding_task_event
  for each row execute function refuse_rewriting_onboarding();
create trigger onboarding_override_append_only before update or delete on onboarding_override
  for each row execute function refuse_rewriting_onboarding();

-- Who did what to an onboarding and when; never why, and nothing a client answered.
create table onboarding_audit_event (
  id uuid primary key,
  instance_id uuid not null references onboarding_instance (id),
  task_id uuid,
  event_type text not null,
  actor_kind text not null,
  actor text not null,
  metadata jsonb not null,
  created_at timestamptz not null
);
create index onboarding_audit_event_instance_id_id_idx on onboarding_audit_event (instance_id, id);
create trigger onboarding_audit_event_append_only before update or delete on onboarding_audit_event
  for each row execute function refuse_rewriting();

-- What the end of a retention took away, by count.
create table onboarding_retention_report (
  instance_id uuid primary key references onboarding_instance (id),
  counts jsonb not null,
  purged_at timestamptz not null
);
create trigger onboarding_retention_report_append_only
  before update or delete on onboarding_retention_report
  for each row execute function refuse_rewriting();

-- The one onboarding there is, and the event of its definition.
insert into workflow_definition (id, key, version, status, steps, created_at, activated_at)
values (
  '019a0000-0000-7000-8000-000000000001', 'CLIENT_INVITE_V1', 1, 'ACTIVE',
  '[{"taskKey": "COACH_QUESTIONNAIRE", "taskType": "QUESTIONNAIRE", "sortOrder": 1, "skippable": true}]',
  clock_now(), clock_now());
insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, occurred_at, available_at)
values (
  uuidv7(), 'event-feed', '019a0000-0000-7000-8000-000000000001', uuidv7(),
  'OnboardingWorkflowDefined', '019a0000-0000-7000-8000-000000000001', 1,
  '{"definitionId": "019a0000-0000-7000-8000-000000000001"}', clock_now(), clock_now());
