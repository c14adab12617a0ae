-- Append-only: which raw records of sync an operator saw or drove, on whose word and why; of several
-- receipts one row each. A receipt that stands here stays full.
create table support_access_audit (
  id uuid primary key,
  kind text not null,
  device_id uuid,
  receipt_id uuid,
  actor text not null,
  role text not null,
  reason text not null,
  request_id text not null,
  created_at timestamptz not null,
  constraint support_access_audit_kind_check check (
    kind in ('DEVICE', 'RECEIPTS', 'REJECTED_OPERATIONS', 'PAYLOAD', 'QUARANTINE', 'REDRIVE')),
  constraint support_access_audit_role_check check (role in ('admin', 'support'))
);
create index support_access_audit_receipt_id_idx on support_access_audit (receipt_id)
  where receipt_id is not null;
create index support_access_audit_device_id_idx on support_access_audit (device_id, id)
  where device_id is not null;
create trigger support_access_audit_append_only before update or delete on support_access_audit
  for each row execute function refuse_rewriting();

-- A quarantined operation goes on under an id of the server. Operations crash seldom: the table is small.
alter table operation_set_aside add column redriven_as text collate "C";
-- squawk-ignore require-concurrent-index-creation
create index operation_set_aside_quarantine_idx on operation_set_aside (diagnostics_ref)
  where state = 'QUARANTINED' and redriven_as is null;
-- squawk-ignore require-concurrent-index-creation
create index operation_set_aside_quarantined_device_idx on operation_set_aside (device_id)
  where state = 'QUARANTINED' and redriven_as is null;

-- What was refused of a device, without reading through what was accepted. Receipts are written once.
-- squawk-ignore require-concurrent-index-creation
create index sync_operation_refused_idx on sync_operation (device_id, chain_seq)
  where status <> 'ACCEPTED';
