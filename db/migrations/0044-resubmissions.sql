-- What an operation that was not accepted was sent in place of. Whoever is accepted in its place stands in
-- place of that one too, and so on: of such a line one operation is accepted, never two.
create table operation_resubmission (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  resubmit_of text collate "C" not null,
  created_at timestamptz not null,
  primary key (lineage_id, relationship_id, client_operation_id)
);
insert into operation_resubmission
  select lineage_id, relationship_id, client_operation_id, envelope::json ->> 'resubmitOf', created_at
  from operation_set_aside
  where envelope <> '' and envelope::json ->> 'resubmitOf' is not null;
