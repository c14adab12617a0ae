-- What of a client wants a coach: one row from when it was first told to its end. Of a case there is one unresolved
-- task at most. Whatever happened stands in coach_task_occurrence; here are counts, codes and ids.
create table coach_task (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  client_user_id uuid not null,
  -- The responsible coach, and whom it was handed to.
  coach_user_id uuid not null,
  assigned_coach_user_id uuid,
  task_type text not null,
  status text not null,
  severity text not null,
  -- Moves with status, severity, occurrences, due date and assignment.
  revision integer not null,
  -- The score is the sum of its parts.
  base_part integer not null,
  severity_part integer not null,
  due_part integer not null,
  client_part integer not null,
  pin_part integer not null,
  priority_score integer not null,
  -- When time alone changes the score next.
  score_changes_at timestamptz,
  urgent boolean not null,
  source_kind text not null,
  source_context text not null,
  source_type text not null,
  source_id uuid not null,
  dedupe_key text not null,
  route text not null,
  summary jsonb not null,
  due_at timestamptz,
  due_day_starts_at timestamptz,
  -- When it is due as the list is ordered: what never is comes last.
  due_order timestamptz not null,
  snoozed_until timestamptz,
  snooze_preset text,
  snooze_reason text,
  reopen_reason text,
  occurrence_count integer not null,
  last_occurrence_at timestamptz not null,
  last_source_event_at timestamptz not null,
  -- Until when somebody should have looked at it, and when somebody last did anything.
  goal_at timestamptz,
  started_at timestamptz,
  touched_at timestamptz,
  -- When somebody was last told that its due instant, or the goal, has come.
  late_told_at timestamptz,
  -- How it was closed, by whom, and what it was before.
  status_before_close text,
  resolution_type text,
  dismiss_reason text,
  dismissed_until_count integer,
  duplicate_of uuid,
  linked_action_id uuid,
  note text,
  closed_by_user_id uuid,
  closed_at timestamptz,
  -- The task of the same case before it.
  previous_task_id uuid,
  -- When what it says of its source was taken out, because the source is gone.
  redacted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coach_task_type_check check (
    task_type in ('PROFILE_REVIEW', 'FORM_REVIEW', 'WORKOUT_REVIEW', 'MISSED_CHECK_IN', 'PROGRESS_ALERT',
                  'NUTRITION_REVIEW', 'MESSAGE_FOLLOW_UP', 'PLAN_UPDATE')),
  constraint coach_task_status_check check (
    status in ('OPEN', 'IN_PROGRESS', 'SNOOZED', 'RESOLVED', 'DISMISSED', 'ARCHIVED')
    and (status <> 'SNOOZED' or snoozed_until is not null)
    and (status <> 'RESOLVED' or resolution_type is not null)
    and (status <> 'DISMISSED' or dismiss_reason is not null)
    and (status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')) = (closed_at is null)),
  constraint coach_task_severity_check check (
    severity in ('LOW', 'NORMAL', 'HIGH', 'URGENT') and urgent = (severity = 'URGENT')),
  constraint coach_task_score_check check (
    priority_score = base_part + severity_part + due_part + client_part + pin_part),
  constraint coach_task_due_check check (
    (due_at is null) = (due_day_starts_at is null)
    and (due_at is null or due_order = due_at))
) with (fillfactor = 80);
create unique index coach_task_case_unique on coach_task (workspace_id, dedupe_key)
  where status in ('OPEN', 'IN_PROGRESS', 'SNOOZED');
create index coach_task_rank_idx on coach_task
  (workspace_id, urgent desc, priority_score desc, due_order, last_occurrence_at desc, id)
  where status in ('OPEN', 'IN_PROGRESS');
create index coach_task_due_idx on coach_task (workspace_id, due_order, id)
  where status in ('OPEN', 'IN_PROGRESS');
create index coach_task_snoozed_idx on coach_task (workspace_id, snoozed_until) where status = 'SNOOZED';
create index coach_task_score_changes_idx on coach_task (score_changes_at)
  where score_changes_at is not null and status in ('OPEN', 'IN_PROGRESS', 'SNOOZED');
create index coach_task_relationship_idx on coach_task (relationship_id, dedupe_key, created_at);
create index coach_task_urgent_idx on coach_task (created_at)
  where urgent and touched_at is null and status in ('OPEN', 'IN_PROGRESS', 'SNOOZED');
create index coach_task_archive_idx on coach_task (closed_at) where status in ('RESOLVED', 'DISMISSED');
create index coach_task_note_idx on coach_task (closed_at)
  where closed_at is not null and (note is not null or snooze_reason is not null);
create index coach_task_closed_idx on coach_task (relationship_id, closed_at) where closed_at is not null;

-- What other systems told of: rows that the inbox asks, as it asks those of our own rooms. Kept 400 days.
create table source_event (
  source text not null,
  event_id uuid not null,
  -- Of the whole content: told again with another, it is refused.
  fingerprint text not null,
  type text not null,
  relationship_id uuid not null references relationship (id),
  subject_id uuid not null,
  occurred_at timestamptz not null,
  severity text not null,
  due_at timestamptz,
  accepted_at timestamptz not null,
  -- What it was answered.
  outcome text,
  task_id uuid,
  primary key (source, event_id),
  constraint source_event_type_check check (type in ('ClientMessageNeedsReply', 'ClientMessageReplied')),
  constraint source_event_severity_check check (severity in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  constraint source_event_outcome_check check (outcome in ('OPENED', 'REFRESHED', 'RESOLVED', 'IGNORED'))
);
create index source_event_subject_idx on source_event (relationship_id, subject_id, occurred_at);
create index source_event_accepted_idx on source_event (accepted_at);

-- The local day of which the digest of a workspace was decided last.
create table inbox_digest (
  workspace_id uuid primary key references coach_workspace (id),
  local_date date not null,
  decided_at timestamptz not null
);

-- What happened of a case, and the task that has it: a closing covers exactly these, whatever is told later.
create table coach_task_occurrence (
  relationship_id uuid not null,
  dedupe_key text not null,
  occurrence_key text not null,
  task_id uuid not null references coach_task (id),
  source_kind text not null,
  -- Of what is of a day.
  local_date date,
  accepted_at timestamptz not null,
  primary key (relationship_id, dedupe_key, occurrence_key)
);
create index coach_task_occurrence_task_idx on coach_task_occurrence (task_id);
create index coach_task_occurrence_source_idx on coach_task_occurrence (relationship_id, source_kind, local_date);

-- What became of a task, by whom, and when; a note a person wrote stands on the task, where it can be redacted.
create table coach_task_event (
  id uuid primary key,
  task_id uuid not null references coach_task (id),
  type text not null,
  actor_kind text not null,
  actor_user_id uuid,
  source_event_id uuid,
  metadata jsonb not null,
  occurred_at timestamptz not null,
  constraint coach_task_event_type_check check (
    type in ('created', 'refreshed', 'viewed', 'snoozed', 'resolved', 'dismissed', 'reopened', 'assigned',
             'pinned', 'archived')),
  constraint coach_task_event_actor_check check (
    actor_kind in ('COACH', 'SYSTEM') and (actor_kind = 'COACH') = (actor_user_id is not null))
);
create unique index coach_task_event_source_unique on coach_task_event (task_id, source_event_id, type)
  where source_event_id is not null;
create index coach_task_event_task_idx on coach_task_event (task_id, occurred_at);
create trigger coach_task_event_append_only before update or delete on coach_task_event
  for each row execute function refuse_rewriting();

-- How a member looks at the inbox of a workspace; whoever has no row has the defaults.
create table coach_task_preference (
  workspace_id uuid not null,
  user_id uuid not null references app_user (id),
  status_filter text[] not null,
  type_filter text[] not null,
  sort text not null,
  show_snoozed boolean not null,
  updated_at timestamptz not null,
  primary key (workspace_id, user_id),
  constraint coach_task_preference_sort_check check (sort in ('PRIORITY', 'DUE', 'NEWEST', 'CLIENT'))
);
