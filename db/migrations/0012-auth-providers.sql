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
