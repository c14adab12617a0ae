-- Where pictures come from, and whether they may be shown. Kept for good: attributions name it.
create table licence_source (
  key text primary key,
  name text not null,
  licence text not null,
  licence_url text,
  home_url text,
  -- Where it is said that the pictures may be used so.
  evidence text not null,
  -- What has to be said wherever they are shown.
  attribution text not null,
  -- HELD until somebody has decided.
  verdict text not null,
  revision integer not null,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint licence_source_verdict_check check (verdict in ('HELD', 'SHOWN', 'WITHDRAWN')),
  constraint licence_source_decided_check check ((decided_by is null) = (decided_at is null)
    and (verdict = 'HELD' or decided_by is not null))
);

-- Every verdict on a source, with its reason.
create table licence_decision (
  id uuid primary key,
  source_key text not null references licence_source (key),
  verdict text not null,
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  constraint licence_decision_verdict_check check (verdict in ('HELD', 'SHOWN', 'WITHDRAWN'))
);
create index licence_decision_source_idx on licence_decision (source_key, decided_at);
create trigger licence_decision_append_only before update or delete on licence_decision
  for each row execute function refuse_rewriting();

-- What an image library shows, as the library tells it.
create table library_item (
  id uuid primary key,
  source_key text not null references licence_source (key),
  source_id text not null,
  name text not null,
  equipment text,
  primary_muscles text[] not null,
  secondary_muscles text[] not null,
  category text,
  payload jsonb not null,
  -- Of what matching reads and of its pictures; not of the rest.
  item_hash text not null,
  import_version text not null,
  imported_at timestamptz not null
);
create unique index library_item_source_unique on library_item (source_key, source_id);

-- A picture of an item, under the licence of its source.
create table library_asset (
  id uuid primary key,
  item_id uuid not null references library_item (id),
  source_path text not null,
  position integer not null,
  -- Of the file as it came: its bytes are kept once, however many assets have them.
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  licence_source_key text not null references licence_source (key),
  source_url text,
  imported_at timestamptz not null
);
create unique index library_asset_path_unique on library_asset (item_id, source_path);
create index library_asset_licence_idx on library_asset (licence_source_key);

-- What is shown of a file, in each of the widths, by the hash of the file.
create table library_rendition (
  sha256 text not null,
  width integer not null,
  height integer not null,
  -- WebP is compressed already.
  bytes bytea storage external not null,
  primary key (sha256, width)
);

-- Which picture an exercise shows, and what is to be reviewed of it. One row an exercise, from its first matching on.
create table thumbnail_mapping (
  exercise_id uuid primary key references exercise (id),
  status text not null,
  source text not null,
  -- What is shown where it is APPROVED; the verdict on its licence is asked when it is read.
  item_id uuid references library_item (id),
  asset_id uuid references library_asset (id),
  -- The item as it was approved.
  item_hash text,
  -- Of what matching reads of the exercise.
  exercise_hash text not null,
  -- Of the libraries it was last compared with.
  library_hash text not null,
  normalisation_version integer not null,
  prompt_version integer,
  -- Of its best candidate that was not rejected; null where there is none.
  candidate_id uuid,
  score double precision,
  has_conflict boolean not null,
  reviewer text,
  reviewed_at timestamptz,
  revision integer not null,
  matched_at timestamptz not null,
  updated_at timestamptz not null,
  constraint thumbnail_mapping_status_check check (
    status in ('APPROVED', 'NEEDS_REVIEW', 'UNMATCHED', 'REJECTED') and source in ('AUTO', 'MANUAL')
    and (status = 'APPROVED') = (asset_id is not null) and (asset_id is null) = (item_id is null)
    and (source = 'MANUAL') = (reviewer is not null) and (reviewer is null) = (reviewed_at is null))
);
create index thumbnail_mapping_review_idx on thumbnail_mapping (status, score, exercise_id);
create index thumbnail_mapping_asset_idx on thumbnail_mapping (asset_id) where asset_id is not null;

-- Items that may show an exercise, as they were last compared.
create table thumbnail_candidate (
  id uuid primary key,
  exercise_id uuid not null references exercise (id),
  item_id uuid not null references library_item (id),
  place integer not null,
  score double precision not null,
  conflicts text[] not null,
  verdict text not null,
  reason text not null,
  -- Of the ranker, where one was asked.
  model text,
  prompt_version integer,
  normalisation_version integer not null,
  exercise_hash text not null,
  item_hash text not null,
  created_at timestamptz not null,
  constraint thumbnail_candidate_verdict_check check (
    verdict in ('APPROVED', 'NEEDS_REVIEW', 'UNMATCHED') and (model is null) = (prompt_version is null))
);
create unique index thumbnail_candidate_pair_unique on thumbnail_candidate (exercise_id, item_id);

-- Pairs that somebody said no to: they stay away until names are normalised, or rankers asked, by a newer version.
create table thumbnail_rejection (
  exercise_id uuid not null references exercise (id),
  item_id uuid not null references library_item (id),
  normalisation_version integer not null,
  prompt_version integer,
  rejected_by text not null,
  rejected_at timestamptz not null,
  primary key (exercise_id, item_id)
);

-- Every decision of a reviewer.
create table thumbnail_decision (
  id uuid primary key,
  exercise_id uuid not null references exercise (id),
  item_id uuid,
  action text not null,
  from_status text not null,
  to_status text not null,
  revision integer not null,
  reviewer text not null,
  note text,
  decided_at timestamptz not null,
  constraint thumbnail_decision_action_check check (action in ('APPROVE', 'REJECT', 'REPLACE', 'UNMATCH'))
);
create index thumbnail_decision_exercise_idx on thumbnail_decision (exercise_id, decided_at);
create trigger thumbnail_decision_append_only before update or delete on thumbnail_decision
  for each row execute function refuse_rewriting();
