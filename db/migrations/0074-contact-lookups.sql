-- An operator's searches for contacts within an hour are counted.
-- squawk-ignore require-concurrent-index-creation
create index auth_audit_event_contact_lookups_idx on auth_audit_event (actor, created_at)
  where event_type = 'USER_SOUGHT';
