-- Retention finds old rows of these tables by their ids, so every id must be a UUIDv7. Lines of refused claims had another
-- one: they get an id of the instant they were written at, and age like all others.
alter table auth_audit_event disable trigger auth_audit_event_append_only;
update auth_audit_event set id = uuidv7(created_at - clock_timestamp())
  where uuid_extract_version(id) is distinct from 7;
alter table auth_audit_event enable trigger auth_audit_event_append_only;
alter table auth_audit_event add constraint auth_audit_event_id_check
  check (uuid_extract_version(id) is not distinct from 7) not valid;
alter table notification add constraint notification_id_check
  check (uuid_extract_version(id) is not distinct from 7) not valid;
alter table letter add constraint letter_event_id_check
  check (uuid_extract_version(event_id) is not distinct from 7) not valid;
alter table sync_batch add constraint sync_batch_id_check
  check (uuid_extract_version(id) is not distinct from 7) not valid;
alter table sync_request add constraint sync_request_batch_id_check
  check (uuid_extract_version(batch_id) is not distinct from 7) not valid;
