-- Many answers are about nobody but their caller: those are not in it.
-- squawk-ignore require-concurrent-index-creation
create index idempotency_key_about_idx on idempotency_key using gin (about) where cardinality(about) > 0;
