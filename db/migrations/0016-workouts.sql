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
