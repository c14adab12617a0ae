-- In a transaction of its own: readers and writers go on while rows are looked at.
alter table auth_audit_event validate constraint auth_audit_event_first_check;
