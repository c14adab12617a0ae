-- Which tasks show a snapshot. Writers of tasks go on while it is built, which takes a file without a transaction.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
create index concurrently agenda_task_snapshot_key_idx on agenda_task (snapshot_key) where snapshot_key is not null;
