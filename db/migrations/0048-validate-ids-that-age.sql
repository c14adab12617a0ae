-- In a transaction of its own: readers go on while rows are looked at.
alter table auth_audit_event validate constraint auth_audit_event_id_check;
alter table notification validate constraint notification_id_check;
alter table letter validate constraint letter_event_id_check;
alter table sync_batch validate constraint sync_batch_id_check;
alter table sync_request validate constraint sync_request_batch_id_check;
