create table plan (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  kind text not null,
  title text not null,
  instructions text,
  recurrence jsonb not null,
  due_time time(0),
  metric jsonb,
  status text not null,
  revision integer not null,
  created_by_user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint plan_kind_check check (kind in ('HABIT', 'SUPPLEMENT', 'MEAL')),
  constraint plan_status_check check (status in ('ACTIVE', 'ARCHIVED'))
);
create index plan_workspace_id_id_idx on plan (workspace_id, id);

create table plan_item (
  id uuid primary key,
  plan_id uuid not null references plan (id),
  item_key text not null,
  sort_order integer not null,
  label text not null,
  amount text,
  bulk_eligible boolean not null,
  constraint plan_item_plan_id_item_key_unique unique (plan_id, item_key)
);

create table plan_assignment (
  id uuid primary key,
  plan_id uuid not null references plan (id),
  plan_revision integer not null,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  start_date date not null,
  end_date date,
  status text not null,
  assigned_by_user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint plan_assignment_status_check check (status in ('ACTIVE', 'ENDED'))
);
create unique index plan_assignment_active_unique
  on plan_assignment (plan_id, relationship_id) where status = 'ACTIVE';
create index plan_assignment_relationship_id_idx on plan_assignment (relationship_id);
