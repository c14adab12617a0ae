-- Words that were mistyped are found by the pieces they share with words that are in the library.
create extension if not exists pg_trgm;

-- What the product knows of a provider of exercises beside its key: one row, written from the configuration.
create table provider_integration (
  provider_key text primary key,
  -- Names where the key is found; never the key.
  credentials_reference text not null,
  plan_key text not null,
  -- Whether asking for media uses up an allowance.
  metered boolean not null,
  -- Of the plan; null where it knows none.
  media_unique_limit integer,
  video_minutes_limit integer,
  license_policy text not null,
  -- Media are answered from these hosts alone.
  media_hosts text[] not null,
  last_usage_sync_at timestamptz,
  updated_at timestamptz not null,
  constraint provider_integration_limit_check check (media_unique_limit >= 0 and video_minutes_limit >= 0)
);

-- One reading of a provider's whole catalogue, page by page; what goes on is what a killed one left.
create table catalogue_run (
  id uuid primary key,
  provider_key text not null references provider_integration (provider_key),
  kind text not null,
  state text not null,
  -- The page that is read next; null once the last one was.
  next_page integer,
  pages integer not null,
  -- What the provider says there is, and how many different items it has shown.
  announced integer,
  seen integer not null,
  added integer not null,
  changed integer not null,
  held integer not null,
  retired integer not null,
  -- Missing ones, where there were too many at once to retire them without an administrator.
  retire_held integer not null,
  failure_code text,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint catalogue_run_kind_check check (kind in ('BOOTSTRAP', 'REFRESH')),
  constraint catalogue_run_state_check check (
    state in ('RUNNING', 'DONE', 'RETIRE_HELD', 'FAILED') and (state = 'RUNNING') = (finished_at is null)
    and (state = 'FAILED') = (failure_code is not null))
);
create unique index catalogue_run_running_unique on catalogue_run (provider_key) where state = 'RUNNING';
create index catalogue_run_started_idx on catalogue_run (provider_key, started_at);

-- Which items a run has seen, until it is over: an unchanged item is not touched to say that it is there.
create table catalogue_page (
  run_id uuid not null references catalogue_run (id),
  page integer not null,
  provider_exercise_ids text[] not null,
  primary key (run_id, page)
);

-- Of a provider where it has no workspace, else a workspace's own. Never deleted: programs name it.
create table exercise (
  id uuid primary key,
  workspace_id uuid references coach_workspace (id),
  provider_key text references provider_integration (provider_key),
  provider_exercise_id text,
  status text not null,
  revision integer not null,
  title text not null,
  slug text,
  description text,
  instructions jsonb not null,
  important_points jsonb not null,
  -- The same in other languages, where the provider has them.
  translations jsonb not null,
  has_video boolean not null,
  video_seconds integer,
  -- The provider's own words for what the next five columns say in ours.
  provider_labels jsonb not null,
  muscle_groups text[] not null,
  secondary_muscle_groups text[] not null,
  equipment text[] not null,
  exercise_types text[] not null,
  difficulty text,
  -- Who made it and under which licence, where the provider says so for each.
  credit jsonb,
  -- Of the canonical metadata as the provider tells them; null of a workspace's own.
  content_hash text,
  -- What search reads, all of it made from the columns above by rules/exercises.
  name_key text not null,
  name_words integer not null,
  facets text[] not null,
  search tsvector not null,
  -- When the provider last told of it alone, and on which day it was last asked to.
  detail_read_at timestamptz,
  detail_asked_on date,
  -- Whole readings in a row that did not have it.
  missing_runs integer not null,
  retired_at timestamptz,
  created_by_user_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint exercise_status_check check (
    status in ('ACTIVE', 'HELD', 'RETIRED', 'ARCHIVED') and (status = 'RETIRED') = (retired_at is not null)),
  -- Either a provider's or a workspace's own.
  constraint exercise_owner_check check (
    (workspace_id is null) = (provider_key is not null)
    and (provider_key is null) = (provider_exercise_id is null)
    and (provider_key is null) = (content_hash is null)
    and (workspace_id is null) = (created_by_user_id is null))
);
create unique index exercise_provider_unique on exercise (provider_key, provider_exercise_id);
create index exercise_search_idx on exercise using gin (search);
create index exercise_library_idx on exercise (name_key, id) where status = 'ACTIVE' and workspace_id is null;
create index exercise_workspace_idx on exercise (workspace_id, name_key, id) where workspace_id is not null;

-- What exercises are sorted by, in our words.
create table taxonomy_node (
  taxonomy_type text not null,
  key text not null,
  -- By language.
  labels jsonb not null,
  position integer not null,
  created_at timestamptz not null,
  primary key (taxonomy_type, key),
  constraint taxonomy_node_type_check check (
    taxonomy_type in ('muscle_group', 'equipment', 'exercise_type', 'difficulty'))
);

-- What a provider calls them. Items with a type that nobody has looked at stay out of search.
create table taxonomy_label (
  id uuid primary key,
  provider_key text not null references provider_integration (provider_key),
  taxonomy_type text not null,
  label text not null,
  decision text not null,
  node_key text,
  revision integer not null,
  first_seen_at timestamptz not null,
  decided_by_user_id uuid,
  decided_at timestamptz,
  constraint taxonomy_label_decision_check check (
    decision in ('UNMAPPED', 'MAPPED', 'IGNORED') and (decision = 'MAPPED') = (node_key is not null)),
  constraint taxonomy_label_node_fkey foreign key (taxonomy_type, node_key)
    references taxonomy_node (taxonomy_type, key)
);
create unique index taxonomy_label_unique on taxonomy_label (provider_key, taxonomy_type, label);

-- Every word that search can find, with all that is left of it when one letter is lost: two words that are
-- one mistake apart share one of these.
create table exercise_word (
  -- A workspace for its own exercises, else the nil id.
  scope_id uuid not null,
  word text not null,
  remnants text[] not null,
  primary key (scope_id, word)
);
create index exercise_word_remnants_idx on exercise_word using gin (remnants);
create index exercise_word_pieces_idx on exercise_word using gin (word gin_trgm_ops);
