-- What an operation was replaced by is the one sent in its place, accepted or not: only the newest of those
-- sent in place of each other is replaced, so that no line of them has to be kept. Until now those accepted
-- in place of others stood here; they are not named. What was refused in place of another stands aside: of
-- such a line the first is replaced from now on.
alter table operation_replacement add column replaced_by text collate "C" not null default '';
alter table operation_replacement alter column replaced_by drop default;
-- squawk-ignore ban-drop-column
alter table operation_replacement drop column receipt_id;
insert into operation_replacement
    (lineage_id, relationship_id, client_operation_id, replaced_by, created_at)
  select lineage_id, relationship_id, client_operation_id, '', created_at from operation_resubmission
  on conflict do nothing;
-- squawk-ignore ban-drop-table
drop table operation_resubmission;
