-- In a transaction of its own: readers go on while rows are looked at.
alter table onboarding_task validate constraint onboarding_task_task_type_check;
