create table app_user (
  id uuid primary key,
  primary_email text,
  primary_phone text,
  display_name text not null,
  status text not null,
  roles text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deletion_requested_at timestamptz,
  deleted_at timestamptz,
  constraint app_user_status_check check (status in ('ACTIVE', 'SUSPENDED', 'PENDING_DELETION')),
  constraint app_user_roles_check check (roles <@ array['COACH', 'CLIENT'])
);
create unique index app_user_primary_email_unique on app_user (primary_email)
  where primary_email is not null;
create unique index app_user_primary_phone_unique on app_user (primary_phone)
  where primary_phone is not null;

-- A registration claims the identity before it makes the user: two of them at once make one account.
create table auth_identity (
  id uuid primary key,
  user_id uuid not null references app_user (id) deferrable initially deferred,
  provider text not null,
  issuer text not null,
  tenant text not null default '',
  subject text not null,
  email_verified boolean not null,
  phone_verified boolean not null,
  created_at timestamptz not null,
  last_login_at timestamptz not null,
  unlinked_at timestamptz
);
create unique index auth_identity_provider_issuer_tenant_subject_unique
  on auth_identity (provider, issuer, tenant, subject) where unlinked_at is null;
create index auth_identity_user_id_idx on auth_identity (user_id);

create table app_session (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  identity_id uuid not null references auth_identity (id),
  issuer text not null,
  provider_session_id text not null,
  client_app text not null,
  surface text not null,
  device_id_hash text,
  ip_hash text,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  constraint app_session_surface_check check (surface in ('WEB', 'COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint app_session_issuer_sid_client_unique unique (issuer, provider_session_id, client_app)
);
create index app_session_user_id_idx on app_session (user_id);

create table terms_acceptance (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  terms_version text not null,
  privacy_version text not null,
  accepted_at timestamptz not null,
  ip_hash text not null,
  user_agent_hash text not null,
  constraint terms_acceptance_user_versions_unique unique (user_id, terms_version, privacy_version)
);

-- Append-only. Holds no contact and no token; the actor of a failed attempt may be unknown.
create table auth_audit_event (
  id uuid primary key,
  user_id uuid,
  event_type text not null,
  provider text,
  actor text not null,
  metadata jsonb not null,
  created_at timestamptz not null
);
create index auth_audit_event_user_id_created_at_idx on auth_audit_event (user_id, created_at);

create table coach_profile (
  id uuid primary key,
  user_id uuid not null unique references app_user (id),
  public_handle text unique,
  bio text,
  timezone text not null,
  locale text not null,
  onboarding_status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coach_profile_onboarding_status_check
    check (onboarding_status in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED'))
);

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

create table client_profile (
  id uuid primary key,
  user_id uuid not null unique references app_user (id),
  display_name text not null,
  timezone text not null,
  locale text not null,
  onboarding_status text not null,
  privacy_settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_profile_onboarding_status_check
    check (onboarding_status in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED'))
);

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
  constraint invitation_status_check
    check (status in ('ACTIVE', 'CONSUMED', 'EXPIRED', 'REVOKED')),
  constraint invitation_target_check check (num_nonnulls(target_email, target_phone) = 1)
);
create index invitation_workspace_id_id_idx on invitation (workspace_id, id);

-- A client opened a valid invitation; short-lived proof that registration asks back for.
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
create index invitation_validation_invitation_id_idx on invitation_validation (invitation_id);

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
  constraint relationship_status_check check (status in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'ENDED'))
);
create unique index relationship_client_open_unique
  on relationship (client_user_id) where status <> 'ENDED';
create unique index relationship_workspace_client_open_unique
  on relationship (workspace_id, client_user_id) where status <> 'ENDED';
create unique index relationship_invitation_id_unique on relationship (invitation_id);
create index relationship_client_user_id_idx on relationship (client_user_id);
create index relationship_workspace_id_id_idx on relationship (workspace_id, id);

-- One row a relationship, locked by every act that writes for it: the one writer of storage.md.
-- seq counts changes for the sync cursor; epoch tells a restored database from its past.
create table relationship_scope (
  relationship_id uuid primary key references relationship (id),
  seq bigint not null default 0,
  epoch uuid not null
) with (fillfactor = 50);

create table scope_change (
  relationship_id uuid not null,
  seq bigint not null,
  changes jsonb not null,
  changed_at timestamptz not null,
  primary key (relationship_id, seq)
);
