-- A coach's app sends what was done to a task without a connection, on the revision that it last saw. Which lineage made
-- the newest revisions of a task, the one before them, and the last of them: once somebody else has changed the task,
-- the last is not its revision any more, whoever that was.
alter table coach_task
  add column run_lineage_id uuid,
  add column run_before_revision integer,
  add column run_revision integer;
