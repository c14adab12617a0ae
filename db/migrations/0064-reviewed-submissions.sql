-- A coach may review some submissions of a task: those are done, the others stay open.
alter table coach_task_occurrence add column reviewed_at timestamptz;
