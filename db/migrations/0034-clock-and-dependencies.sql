-- The receipt of the operation that was accepted in place of one that was not: never two for one.
create table operation_replacement (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  receipt_id uuid not null,
  created_at timestamptz not null,
  primary key (lineage_id, relationship_id, client_operation_id)
);
