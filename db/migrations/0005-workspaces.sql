create table coach_workspace (
  id uuid primary key,
  owner_user_id uuid not null references app_user (id),
  name text not null,
  slug text not null unique,
  status text not null,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coach_workspace_status_check check (status in ('ACTIVE', 'SUSPENDED', 'ARCHIVED'))
);
create index coach_workspace_owner_user_id_idx on coach_workspace (owner_user_id);

create table workspace_membership (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  user_id uuid not null references app_user (id),
  role text not null,
  status text not null,
  joined_at timestamptz not null,
  ended_at timestamptz,
  constraint workspace_membership_role_check check (role in ('OWNER', 'COACH')),
  constraint workspace_membership_status_check check (status in ('ACTIVE', 'ENDED'))
);
create unique index workspace_membership_active_unique
  on workspace_membership (workspace_id, user_id) where status = 'ACTIVE';
create index workspace_membership_user_id_idx on workspace_membership (user_id);
