-- What administrators set over the files of config/auth-providers, or all of a provider without a
-- file. No secret stands here. The revision tells a process that its copy is old.
create table auth_provider_override (
  provider_key text primary key,
  settings jsonb not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Append-only, kept 30 days: what was changed in which configuration, by whom and why.
create table auth_provider_audit (
  id uuid primary key,
  provider_key text not null,
  change text not null,
  old_values jsonb not null,
  new_values jsonb not null,
  reason text,
  actor text not null,
  created_at timestamptz not null
);
create index auth_provider_audit_provider_key_created_at_idx
  on auth_provider_audit (provider_key, created_at);
create trigger auth_provider_audit_append_only before update or delete on auth_provider_audit
  for each row execute function refuse_rewriting('created_at', '30 days');

-- Looks at a provider, kept 30 days.
create table auth_provider_health (
  id uuid primary key,
  provider_key text not null,
  status text not null,
  latency_ms integer not null,
  error_code text,
  checked_at timestamptz not null,
  constraint auth_provider_health_status_check check (status in ('HEALTHY', 'DEGRADED', 'DOWN'))
);
create index auth_provider_health_provider_key_checked_at_idx
  on auth_provider_health (provider_key, checked_at);

-- What is left of both after 30 days, by UTC day.
create table auth_provider_day (
  provider_key text not null,
  day date not null,
  healthy_count integer not null,
  degraded_count integer not null,
  down_count integer not null,
  slowest_ms integer,
  change_count integer not null,
  primary key (provider_key, day)
);

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
