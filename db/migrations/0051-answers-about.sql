-- Whom a stored answer is about: the erasure of an account takes the answers that name one of its ids.
alter table idempotency_key add column about uuid[] not null default '{}';
