-- The newest value in force of a task, if its values were accepted in the order of their instants, and the task's
-- revision at that time. A change by a process that does not know these columns, such as one of the previous release,
-- makes the value unknown. No index has them, so that updates stay HOT.
alter table agenda_task
  add column newest_value_id uuid,
  add column newest_value_revision integer;
