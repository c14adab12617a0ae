-- What a provider of exercises lets us show, beside what its plan says. Whoever asks for a video holds the row while
-- counting what was used, whatever the workspace: of the last place there is one.
create table media_allowance (
  provider_key text primary key references provider_integration (provider_key),
  -- Limits as the provider's account told them last; null where it knows none, or was not asked yet.
  told_unique_limit integer,
  told_minutes_limit integer,
  -- What the account said beyond what we had counted ourselves.
  unique_drift integer not null default 0,
  minutes_drift integer not null default 0,
  -- The provider's own cap was met: nothing is asked before its account was read again.
  closed_by text,
  closed_at timestamptz,
  -- Restored from a backup, and the account not read since: what was counted may have been forgotten.
  awaits_usage_since timestamptz,
  -- When it was told that most of it is used; null while that is not so.
  warned_at timestamptz,
  -- When the account was asked whose answer holds.
  reconciled_at timestamptz,
  constraint media_allowance_amount_check check (
    told_unique_limit >= 0 and told_minutes_limit >= 0 and unique_drift >= 0 and minutes_drift >= 0),
  constraint media_allowance_closed_check check (
    closed_by in ('EXERCISES', 'MINUTES') and (closed_by is null) = (closed_at is null))
);

-- One asking for a video, from its reservation on. It counts unless its end says that the provider did not count it;
-- one without an end was never finished, and counts. No address of media is here, or anywhere.
create table media_access (
  id uuid primary key,
  provider_key text not null references provider_integration (provider_key),
  exercise_id uuid not null references exercise (id),
  provider_exercise_id text not null,
  actor_user_id uuid not null references app_user (id),
  workspace_id uuid not null references coach_workspace (id),
  surface text not null,
  counted_as_new_unique boolean not null,
  minutes integer not null,
  -- The access whose addresses failed, and in whose place this one came.
  refetch_of uuid,
  accessed_at timestamptz not null,
  constraint media_access_surface_check check (surface in ('WEB', 'COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint media_access_minutes_check check (minutes > 0)
);
create unique index media_access_refetch_unique on media_access (refetch_of) where refetch_of is not null;
create index media_access_window_idx on media_access (provider_key, accessed_at);
create index media_access_actor_idx on media_access (actor_user_id, accessed_at);
create index media_access_age_idx on media_access (accessed_at);
create trigger media_access_append_only before update or delete on media_access
  for each row execute function refuse_rewriting('accessed_at', '400 days');

create table media_access_end (
  access_id uuid primary key references media_access (id),
  state text not null,
  outcome text not null,
  -- As the provider told it with its media, and what it counts for.
  video_seconds integer,
  minutes integer not null,
  -- Its code; the words of a provider are kept nowhere.
  provider_warning text,
  ended_at timestamptz not null,
  constraint media_access_end_state_check check (state in ('COUNTED', 'RELEASED')),
  constraint media_access_end_outcome_check check (
    outcome in ('HAS_MEDIA', 'NO_VIDEO', 'CAPPED_EXERCISES', 'CAPPED_MINUTES', 'RATE_LIMITED', 'UNAUTHORISED',
                'NOT_FOUND', 'NOT_REACHED', 'UNAVAILABLE', 'MALFORMED', 'FOREIGN_HOST')),
  constraint media_access_end_minutes_check check (minutes > 0)
);
create trigger media_access_end_append_only before update or delete on media_access_end
  for each row execute function refuse_rewriting('ended_at', '399 days');

-- The provider's account as it was read, and what of it we knew.
create table usage_snapshot (
  id uuid primary key,
  provider_key text not null references provider_integration (provider_key),
  plan_key text not null,
  unique_used integer not null,
  unique_limit integer,
  minutes_used double precision not null,
  minutes_limit integer,
  own_unique_used integer not null,
  own_minutes_used integer not null,
  captured_at timestamptz not null
);
create index usage_snapshot_captured_idx on usage_snapshot (provider_key, captured_at);
create index usage_snapshot_age_idx on usage_snapshot (captured_at);
create trigger usage_snapshot_append_only before update or delete on usage_snapshot
  for each row execute function refuse_rewriting('captured_at', '400 days');
