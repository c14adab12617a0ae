-- The entry whose value an undo says again: a value stands again once its correction was taken back, and
-- may then be taken back itself. Of undos before this column nothing is said; their windows close in a day.
alter table quick_log_value_entry add column restates_id uuid;
