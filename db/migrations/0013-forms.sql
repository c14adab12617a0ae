-- A form of a workspace. The draft is edited; what was published never changes.
create table form_definition (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  title text not null,
  status text not null,
  is_workspace_default boolean not null,
  draft jsonb not null,
  revision integer not null,
  latest_version integer not null,
  created_by_user_id uuid references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint form_definition_status_check check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED'))
);
create index form_definition_workspace_id_id_idx on form_definition (workspace_id, id);
create unique index form_definition_workspace_default_unique
  on form_definition (workspace_id) where is_workspace_default;

-- Append-only: a published version.
create table form_version (
  id uuid primary key,
  form_id uuid not null references form_definition (id),
  version integer not null,
  title text not null,
  content jsonb not null,
  published_by_user_id uuid references app_user (id),
  published_at timestamptz not null,
  constraint form_version_form_id_version_unique unique (form_id, version)
);
create trigger form_version_append_only before update or delete on form_version
  for each row execute function refuse_rewriting();

-- A version somebody is asked to fill in. The revision counts what happens to it and its draft.
create table form_assignment (
  id uuid primary key,
  form_version_id uuid not null references form_version (id),
  relationship_id uuid not null references relationship (id),
  source_type text not null,
  source_id uuid not null,
  status text not null,
  revision integer not null,
  due_at timestamptz,
  assigned_by_user_id uuid references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  cancelled_at timestamptz,
  constraint form_assignment_source_type_check check (source_type in ('ONBOARDING', 'COACH', 'CHECK_IN')),
  constraint form_assignment_status_check
    check (status in ('ASSIGNED', 'IN_PROGRESS', 'SUBMITTED', 'CANCELLED'))
);
create index form_assignment_relationship_id_id_idx on form_assignment (relationship_id, id);
create unique index form_assignment_source_open_unique
  on form_assignment (source_type, source_id) where status <> 'CANCELLED';

-- What a client has filled in so far, whole. While the assignment is open, its newest revision is that of
-- the draft, made by lineage_id, whose run of changes began after revision_before_run.
create table form_draft (
  assignment_id uuid primary key references form_assignment (id),
  answers jsonb not null,
  lineage_id uuid not null,
  revision_before_run integer not null,
  saved_at timestamptz not null
);

create table form_submission (
  id uuid primary key,
  assignment_id uuid not null unique references form_assignment (id),
  form_version_id uuid not null references form_version (id),
  relationship_id uuid not null references relationship (id),
  answers jsonb not null,
  submitted_by_user_id uuid not null references app_user (id),
  submitted_at timestamptz not null
);
create index form_submission_relationship_id_id_idx on form_submission (relationship_id, id);
-- Nobody edits answers; taking them away is for erasure.
create trigger form_submission_append_only before update on form_submission
  for each row execute function refuse_rewriting();

-- Whether a question of a form has to be answered, shown or not.
create function form_requires_answers(content jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_path_exists(content, '$.sections[*].questions[*] ? (@.required == true)');
