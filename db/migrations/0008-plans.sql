-- What coaches have clients do. A draft is changed at will, what was published never.
create table plan (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  kind text not null,
  status text not null,
  -- Of the draft where there is one, else of the newest revision.
  title text not null,
  draft jsonb,
  draft_revision integer not null,
  -- 0 before the first; the newest one whose followers all have it.
  published_revision integer not null default 0,
  spread_revision integer not null default 0,
  created_by_user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint plan_kind_check check (kind in ('PROGRAM', 'MEAL', 'SUPPLEMENT', 'HABIT', 'CHECK_IN', 'MEASUREMENT',
    'PHOTO', 'REMINDER', 'CUSTOM_REMINDER')),
  constraint plan_status_check check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED'))
);
create index plan_workspace_id_id_idx on plan (workspace_id, id);
create index plan_spreading_idx on plan (id) where spread_revision < published_revision;

create table plan_revision (
  plan_id uuid not null references plan (id),
  revision integer not null,
  content jsonb not null,
  published_by_user_id uuid not null references app_user (id),
  published_at timestamptz not null,
  primary key (plan_id, revision)
);
create trigger plan_revision_append_only before update or delete on plan_revision
  for each row execute function refuse_rewriting();

create table plan_assignment (
  id uuid primary key,
  plan_id uuid not null references plan (id),
  plan_kind text not null,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  -- The revision that it asks for at present, and whether it goes over to newer ones.
  applied_revision integer not null,
  follows_newer boolean not null,
  start_date date not null,
  -- The last day as it was asked for; ended sooner it keeps it.
  end_date date,
  status text not null,
  superseded_by_assignment_id uuid,
  -- What ran on which dates, without gaps but for pauses: from, until (not included), the revision, and of a program
  -- the number of its day on the first date, from 0.
  spans jsonb not null,
  -- The dates that it asks for, planned ahead up to a date, so that opening a day evaluates no rule.
  planned_dates date[] not null,
  planned_through date not null,
  -- How often it failed to take over a newer revision, and when that is tried again; null for the next look.
  spread_failures integer not null default 0,
  spread_at timestamptz,
  assigned_by_user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint plan_assignment_status_check check (status in ('ACTIVE', 'PAUSED', 'ENDED', 'SUPERSEDED')),
  constraint plan_assignment_revision_fkey foreign key (plan_id, applied_revision)
    references plan_revision (plan_id, revision)
);
create unique index plan_assignment_active_unique
  on plan_assignment (plan_id, relationship_id) where status in ('ACTIVE', 'PAUSED');
-- A client trains by one program at a time; a paused one makes room for another.
create unique index plan_assignment_program_unique
  on plan_assignment (relationship_id) where plan_kind = 'PROGRAM' and status = 'ACTIVE';
create index plan_assignment_relationship_id_idx on plan_assignment (relationship_id);
-- Those that follow a plan, the ones that are furthest behind first.
create index plan_assignment_following_idx on plan_assignment (plan_id, applied_revision, id)
  where follows_newer and status in ('ACTIVE', 'PAUSED');
