create table relationship (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  coach_user_id uuid not null references app_user (id),
  client_user_id uuid not null references app_user (id),
  invitation_id uuid not null references invitation (id),
  status text not null,
  timezone text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null,
  -- A paused relationship knows what resuming returns it to.
  paused_at timestamptz,
  resumes_as text,
  -- A new zone waits for the end of the local day that it was chosen in.
  next_timezone text,
  zone_changes_at timestamptz,
  constraint relationship_status_check check (status in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'ENDED')),
  constraint relationship_pause_check check (
    resumes_as in ('ONBOARDING', 'ACTIVE')
    and (status = 'PAUSED') = (resumes_as is not null and paused_at is not null)
  ),
  constraint relationship_zone_change_check
    check ((next_timezone is null) = (zone_changes_at is null))
);
create unique index relationship_client_open_unique
  on relationship (client_user_id) where status <> 'ENDED';
create unique index relationship_workspace_client_open_unique
  on relationship (workspace_id, client_user_id) where status <> 'ENDED';
create unique index relationship_invitation_id_unique on relationship (invitation_id);
create index relationship_client_user_id_idx on relationship (client_user_id);
create index relationship_workspace_id_id_idx on relationship (workspace_id, id);

-- Append-only: how a relationship came to its status, on whose word and why. It can pass to another
-- coach of its workspace; its history keeps from whom to whom.
create table relationship_event (
  id uuid primary key,
  relationship_id uuid not null references relationship (id),
  from_status text not null,
  to_status text not null,
  reason text,
  actor_user_id uuid not null,
  actor_kind text not null,
  occurred_at timestamptz not null,
  from_coach_user_id uuid,
  to_coach_user_id uuid,
  constraint relationship_event_from_status_check
    check (from_status in ('ONBOARDING', 'ACTIVE', 'PAUSED')),
  constraint relationship_event_to_status_check
    check (to_status in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'ENDED')),
  constraint relationship_event_actor_kind_check check (actor_kind in ('CLIENT', 'COACH')),
  constraint relationship_event_coach_check
    check ((from_coach_user_id is null) = (to_coach_user_id is null))
);
create index relationship_event_relationship_id_id_idx on relationship_event (relationship_id, id);
create trigger relationship_event_append_only before update or delete on relationship_event
  for each row execute function refuse_rewriting();
