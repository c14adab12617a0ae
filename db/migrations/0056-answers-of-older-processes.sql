-- A process of an older version does not say whom an answer is about, also while it runs beside newer ones. Its answers
-- carry the nil id; the next erasure reads the ids out of them before it looks for its own.
alter table idempotency_key alter column about set default '{00000000-0000-0000-0000-000000000000}';
