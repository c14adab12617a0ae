create table invitation (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  invited_by_user_id uuid not null references app_user (id),
  target_email text,
  target_phone text,
  status text not null,
  generation integer not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  consumed_at timestamptz,
  consumed_by_user_id uuid references app_user (id),
  revoked_at timestamptz,
  -- The questionnaire a client gets; null is the workspace's default when the client registers.
  form_version_id uuid,
  constraint invitation_status_check
    check (status in ('ACTIVE', 'CONSUMED', 'EXPIRED', 'REVOKED')),
  constraint invitation_target_check check (num_nonnulls(target_email, target_phone) = 1)
);
create index invitation_workspace_id_id_idx on invitation (workspace_id, id);

-- A client opened a valid invitation; short-lived proof that registration asks back for. A sign-in has
-- one open validation of an invitation: the next replaces it.
create table invitation_validation (
  id uuid primary key,
  invitation_id uuid not null references invitation (id),
  provider text not null,
  issuer text not null,
  tenant text not null,
  subject text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create unique index invitation_validation_holder_unique
  on invitation_validation (invitation_id, provider, issuer, tenant, subject);
create index invitation_validation_expires_at_idx on invitation_validation (expires_at);

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
