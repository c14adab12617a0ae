-- When tables with many dead rows are vacuumed, and when rows that never change again are frozen; the reasons are in
-- db/table-settings.ts. The locks let readers and writers go on; an autovacuum of the table is canceled for them.
alter table outbox set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0
);
alter table agenda_task set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000
);
alter table agenda_task_item set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000
);
alter table agenda_day set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000
);
alter table coach_task set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000
);
alter table coach_task_count set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000
);
alter table receipt set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
alter table quick_log_operation set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
alter table agenda_task_event set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
alter table scope_change set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
alter table sync_batch set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
alter table client_batch set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_max_threshold = 1000000, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0
);
