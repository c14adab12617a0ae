-- What a security disable ended and left over, under the id of its line in the audit; kept 30 days.
-- Open until no session is left that began by the provider before it.
create table auth_provider_session_review (
  id uuid primary key,
  provider_key text not null,
  actor text not null,
  ended_count integer not null,
  device_count integer not null,
  left_count integer,
  opened_at timestamptz not null,
  reviewed_at timestamptz
);
create index auth_provider_session_review_provider_key_opened_at_idx
  on auth_provider_session_review (provider_key, opened_at);
-- squawk-ignore require-concurrent-index-creation
create index app_session_identity_id_idx on app_session (identity_id);
