-- What a person is told of everything that is kept of them: one at a time, written slice by slice and gone with its link.
create table account_export (
  id uuid primary key,
  user_id uuid not null unique references app_user (id),
  requested_at timestamptz not null,
  -- What is written next, and behind which fact; null once all is there.
  next_section text,
  after_id uuid,
  part_count integer not null,
  fact_count integer not null,
  -- Null until all is there.
  ready_at timestamptz,
  expires_at timestamptz,
  constraint account_export_ready_check check (
    (next_section is null) = (ready_at is not null) and (ready_at is null) = (expires_at is null))
);

create table account_export_part (
  export_id uuid not null references account_export (id) on delete cascade,
  position integer not null,
  section text not null,
  -- Facts as JSON objects, with commas between them.
  facts text not null,
  primary key (export_id, position)
);
