-- The publication from which a client was excepted: its revision, who excepted them, and when.
alter table plan_assignment
  add column excepted_revision integer,
  add column excepted_by_user_id uuid,
  add column excepted_at timestamptz;
