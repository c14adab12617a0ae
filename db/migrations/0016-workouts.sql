-- What is trained, by its content: once a workspace, whoever trains it and however often. It never changes.
create table workout_snapshot (
  workspace_id uuid not null,
  checksum text not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, checksum)
);
create index workout_snapshot_created_at_idx on workout_snapshot (created_at);

-- A workout as a phone takes it into the basement: what is trained, and what goes with it that draws no draft
-- into doubt (thumbnails, hints, alternatives). The task's id follows from its key, so that the package of a day
-- to come names the task which that day will have. What takes its place marks it; content that comes back
-- revives its row.
create table workout_package (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  task_id uuid not null,
  local_date date not null,
  timezone text not null,
  assignment_id uuid not null,
  program_day integer not null,
  source_revision integer not null,
  snapshot_checksum text not null,
  package_checksum text not null,
  -- Everything of the package but what is trained and what has columns of its own.
  content jsonb not null,
  -- Until when a session may be started from it; one that was started may be submitted for good.
  expires_at timestamptz not null,
  superseded_at timestamptz,
  -- Nothing may be submitted from it any more: the coach said so when replacing it.
  stop_use boolean not null default false,
  created_at timestamptz not null,
  constraint workout_package_content_unique unique (relationship_id, task_id, package_checksum),
  constraint workout_package_snapshot_fkey
    foreign key (workspace_id, snapshot_checksum) references workout_snapshot (workspace_id, checksum)
);
-- One offer a task at a time.
create unique index workout_package_current_unique on workout_package (relationship_id, task_id)
  where superseded_at is null;
create index workout_package_day_idx on workout_package (relationship_id, local_date);
create index workout_package_snapshot_idx on workout_package (workspace_id, snapshot_checksum);
create index workout_package_expires_at_idx on workout_package (expires_at);

-- A session as its client trained it: of a draft what came of it, of a submitted one all of it. Its exercises and
-- sets are one document: nothing asks for a set by itself.
create table workout_session (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  -- Given by the phone. Whose phone that is tells the lineage.
  client_session_id uuid not null,
  lineage_id uuid not null,
  -- The task that it is of, or the one that its day would have had; a draft may go over to another until its submit.
  task_id uuid not null,
  -- The task that it completed, the same or the one in its place; null for none.
  credited_task_id uuid,
  package_id uuid not null references workout_package (id),
  snapshot_checksum text not null,
  assignment_id uuid not null,
  program_day integer not null,
  local_date date not null,
  status text not null,
  client_revision integer not null,
  -- Of the draft as it was submitted or corrected last.
  frozen_revision integer,
  performed_from text,
  -- When it was done, as far as the server can tell.
  started_at timestamptz,
  finished_at timestamptz,
  accepted_at timestamptz,
  correctable_until timestamptz,
  reviewed_at timestamptz,
  changed_after_review_at timestamptz,
  -- It completed a task that had been skipped: that skip counts no more.
  overtook_skip boolean not null,
  submitted_receipt_id uuid,
  -- Receipt of its newest change: settlement finds by it what a batch did.
  changed_receipt_id uuid not null,
  changed_at timestamptz not null,
  content jsonb not null,
  constraint workout_session_client_unique unique (relationship_id, client_session_id),
  constraint workout_session_status_check
    check (status in ('IN_PROGRESS', 'SUBMITTED', 'DISCARDED', 'ABANDONED')),
  constraint workout_session_performed_from_check
    check (performed_from in ('CURRENT', 'SUPERSEDED_SNAPSHOT', 'EXPIRED_SNAPSHOT')),
  constraint workout_session_submitted_check check (
    (status = 'SUBMITTED') = (submitted_receipt_id is not null)
    and (status = 'SUBMITTED') = (accepted_at is not null)
    and (status = 'SUBMITTED') = (performed_from is not null)
    and (status = 'SUBMITTED') = (correctable_until is not null))
);
-- The first submit of a task counts, whatever is sent at the same time.
create unique index workout_session_submitted_unique on workout_session (relationship_id, task_id)
  where status = 'SUBMITTED';
create unique index workout_session_credited_unique on workout_session (credited_task_id)
  where credited_task_id is not null;
create index workout_session_task_idx on workout_session (relationship_id, task_id);
create index workout_session_day_idx on workout_session (relationship_id, local_date, id);
create index workout_session_changed_idx on workout_session (changed_receipt_id);
create index workout_session_submitted_idx on workout_session (submitted_receipt_id)
  where submitted_receipt_id is not null;
create index workout_session_open_idx on workout_session (changed_at) where status = 'IN_PROGRESS';
create index workout_session_package_idx on workout_session (package_id);

-- What a session came to in one exercise, written anew with each change: a record is the highest of these.
create table workout_result (
  session_id uuid not null references workout_session (id),
  exercise_key text not null,
  relationship_id uuid not null,
  -- What is compared from session to session.
  identity text not null,
  local_date date not null,
  heaviest_grams integer,
  most_repetitions integer,
  estimated_grams integer,
  primary key (session_id, exercise_key)
);
create index workout_result_identity_idx on workout_result (relationship_id, identity);

-- A draft that the server could not take, with what was refused of it: the only place that keeps it.
create table workout_conflict (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  client_session_id uuid not null,
  -- Of the phone that keeps the draft.
  lineage_id uuid not null,
  kind text not null,
  -- Task, package and snapshot that it is of, the session that counts, the draft's frozen revision.
  refs jsonb not null,
  latest_receipt_id uuid not null,
  opened_at timestamptz not null,
  -- When the latest receipt was made: from then on counts how long the draft is kept.
  latest_at timestamptz not null,
  expires_at timestamptz not null,
  -- First local date on which the client is reminded next; when the coach was told.
  remind_from date not null,
  coach_told_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  -- The operation that ended it, as its device names it; null where none did.
  resolved_by text collate "C",
  -- The refused payload; null once it was purged.
  content jsonb,
  constraint workout_conflict_kind_check check (
    kind in ('SNAPSHOT_SUPERSEDED', 'TASK_CANCELED', 'SESSION_ALREADY_SUBMITTED', 'STALE_REVISION')),
  constraint workout_conflict_resolution_check check (
    (resolution is null or resolution in ('REFRESH', 'RESUBMIT', 'DISCARD', 'EXPIRED', 'WIPED'))
    and (resolution is null) = (resolved_at is null))
);
-- One open a draft.
create unique index workout_conflict_open_unique on workout_conflict (relationship_id, client_session_id)
  where resolved_at is null;
create index workout_conflict_session_idx on workout_conflict (relationship_id, client_session_id);
create index workout_conflict_expires_at_idx on workout_conflict (expires_at) where resolved_at is null;
create index workout_conflict_lineage_id_idx on workout_conflict (lineage_id) where resolved_at is null;
create index workout_conflict_resolved_at_idx on workout_conflict (resolved_at)
  where resolved_at is not null;
