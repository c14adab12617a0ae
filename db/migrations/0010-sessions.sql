-- What the app reported of itself by heartbeat, and why a session ended.
alter table app_session
  add column app_version text,
  add column push_token_id uuid,
  add column reported_at timestamptz,
  add column revoked_for text;

-- What the identity provider told by back channel: each token counts once, and a session or sign-in
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
