-- In a transaction of its own: readers go on while rows are looked at.
alter table support_access_audit validate constraint support_access_audit_kind_check;
