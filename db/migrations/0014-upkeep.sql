-- A relationship can pass to another coach of its workspace; its history keeps from whom to whom.
alter table relationship_event
  add column from_coach_user_id uuid,
  add column to_coach_user_id uuid,
  add constraint relationship_event_coach_check
    check ((from_coach_user_id is null) = (to_coach_user_id is null)) not valid;

-- A sign-in has one open validation of an invitation: the next replaces it. None outlives a quarter of
-- an hour, so that whoever holds one asks again; emptied, the table is locked for a moment only.
delete from invitation_validation;
-- squawk-ignore require-concurrent-index-creation
create unique index invitation_validation_holder_unique
  on invitation_validation (invitation_id, provider, issuer, tenant, subject);
-- squawk-ignore require-concurrent-index-creation
create index invitation_validation_expires_at_idx on invitation_validation (expires_at);
-- squawk-ignore require-concurrent-index-deletion
drop index invitation_validation_invitation_id_idx;

-- What is kept for a time is taken away oldest first, a slice at a time. Freed pages take new keys, so
-- that a BRIN index soon finds every age on every page.
-- squawk-ignore require-concurrent-index-deletion
drop index idempotency_key_created_at_idx;
-- squawk-ignore require-concurrent-index-creation
create index idempotency_key_created_at_idx on idempotency_key (created_at);
-- squawk-ignore require-concurrent-index-creation
create index rate_limit_expire_idx on rate_limit (expire);
