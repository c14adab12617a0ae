-- One materialised task of the template, for each phone fifty times: as if as many plans were assigned.
insert into agenda_task
select made.* from agenda_task template
cross join unnest($2::uuid[]) as owner (relationship_id)
cross join generate_series(1, $3::integer) as n
cross join lateral jsonb_populate_record(template, jsonb_build_object(
  'id', uuidv7(), 'relationship_id', owner.relationship_id, 'source_key', 'bench-' || n)) as made
where template.id = $1
