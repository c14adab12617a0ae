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
  -- What the app reported of itself by heartbeat, and when.
  app_version text,
  push_token_id uuid,
  reported_at timestamptz,
  -- Why it ended.
  revoked_for text,
  constraint app_session_surface_check check (surface in ('WEB', 'COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint app_session_issuer_sid_client_unique unique (issuer, provider_session_id, client_app)
);
create index app_session_user_id_idx on app_session (user_id);
create index app_session_identity_id_idx on app_session (identity_id);

-- What the identity provider said by back channel: each token counts once, and a session or sign-in
-- it ended opens no app session any more.
create table provider_logout (
  issuer text not null,
  jti text not null,
  provider_session_id text,
  subject text,
  issued_at timestamptz not null,
  received_at timestamptz not null,
  primary key (issuer, jti),
  constraint provider_logout_names_check check (num_nonnulls(provider_session_id, subject) > 0)
);
create index provider_logout_issuer_session_idx on provider_logout (issuer, provider_session_id);
create index provider_logout_issuer_subject_idx on provider_logout (issuer, subject);
create index provider_logout_received_at_idx on provider_logout (received_at);

-- Append-only, for good.
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
create trigger terms_acceptance_append_only before update or delete on terms_acceptance
  for each row execute function refuse_rewriting();

-- Append-only, kept 30 days. Holds no contact and no token; the actor of a failed attempt may be
-- unknown.
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
create trigger auth_audit_event_append_only before update or delete on auth_audit_event
  for each row execute function refuse_rewriting('created_at', '30 days');

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
  -- The baseline profile.
  birth_date date,
  height_cm integer,
  goal text,
  -- When the client last said what the profile holds: as they saved it, or as they submitted the form
  -- that it was taken from. A form submitted before that fills nothing in any more.
  stated_at timestamptz,
  constraint client_profile_onboarding_status_check
    check (onboarding_status in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED'))
);

-- Which support person may do what. Staff are known by their sign-in; they need no account.
create table support_grant (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  permission text not null,
  reason text not null,
  granted_by text not null,
  granted_at timestamptz not null,
  revoked_by text,
  revoked_at timestamptz
);
create unique index support_grant_active_unique
  on support_grant (issuer, subject, permission) where revoked_at is null;
