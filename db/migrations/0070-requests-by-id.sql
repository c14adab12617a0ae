-- Support finds the batches of a request by its id.
-- squawk-ignore require-concurrent-index-creation
create index sync_batch_request_id_idx on sync_batch (request_id);
alter table support_access_audit drop constraint support_access_audit_kind_check;
alter table support_access_audit add constraint support_access_audit_kind_check check (
  kind in ('DEVICE', 'RECEIPTS', 'REJECTED_OPERATIONS', 'PAYLOAD', 'QUARANTINE', 'REDRIVE', 'AGENDA_TASK',
           'REQUEST')) not valid;
