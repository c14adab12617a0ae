-- A paused relationship knows what resuming returns it to. A new zone waits for the end of the local
-- day that it was chosen in.
alter table relationship
  add column paused_at timestamptz,
  add column resumes_as text,
  add column next_timezone text,
  add column zone_changes_at timestamptz,
  add constraint relationship_pause_check check (
    resumes_as in ('ONBOARDING', 'ACTIVE')
    and (status = 'PAUSED') = (resumes_as is not null and paused_at is not null)
  ) not valid,
  add constraint relationship_zone_change_check
    check ((next_timezone is null) = (zone_changes_at is null)) not valid;

-- Append-only: how a relationship came to its status, on whose word and why.
create table relationship_event (
  id uuid primary key,
  relationship_id uuid not null references relationship (id),
  from_status text not null,
  to_status text not null,
  reason text,
  actor_user_id uuid not null,
  actor_kind text not null,
  occurred_at timestamptz not null,
  constraint relationship_event_from_status_check
    check (from_status in ('ONBOARDING', 'ACTIVE', 'PAUSED')),
  constraint relationship_event_to_status_check
    check (to_status in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'ENDED')),
  constraint relationship_event_actor_kind_check check (actor_kind in ('CLIENT', 'COACH'))
);
create index relationship_event_relationship_id_id_idx on relationship_event (relationship_id, id);

-- The baseline profile.
alter table client_profile
  add column birth_date date,
  add column height_cm integer,
  add column goal text;

-- A coach asked into a workspace by its owner.
create table member_invitation (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  invited_by_user_id uuid not null references app_user (id),
  target_email text not null,
  status text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_user_id uuid references app_user (id),
  revoked_at timestamptz,
  constraint member_invitation_status_check
    check (status in ('ACTIVE', 'CONSUMED', 'EXPIRED', 'REVOKED'))
);
create index member_invitation_workspace_id_id_idx on member_invitation (workspace_id, id);
