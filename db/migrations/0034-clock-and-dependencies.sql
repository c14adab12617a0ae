-- The receipt of the operation that was accepted in place of one that was not: never two for one.
create table operation_replacement (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  receipt_id uuid not null,
  created_at timestamptz not null,
  primary key (lineage_id, relationship_id, client_operation_id)
);

-- How a device's clock stood when a batch of it was received: its own minus the server's.
alter table sync_batch
  add column received_at timestamptz,
  add column clock_offset_ms bigint,
  add column clock_round_trip_ms integer;

-- When an operation was made, as far as the server can tell; what is implausible of it is for review.
alter table sync_operation
  add column corrected_at timestamptz,
  add column clock_confidence text,
  add column clock_flags text[];
alter table quick_log_operation
  add column corrected_at timestamptz,
  add column recorded_on date,
  add column clock_confidence text,
  add column clock_flags text[];
