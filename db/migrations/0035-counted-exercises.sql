-- What an exercise counts for, as one text: thousands of exercises differ in some hundred of these, which are counted
-- once each.
create function exercise_facet_line(text[]) returns text immutable parallel safe language sql
  return array_to_string($1, ',');
alter table exercise
  -- squawk-ignore adding-field-with-default
  add column facet_line text not null generated always as (exercise_facet_line(facets)) stored;

-- What is searched for by nothing but facets, or not at all: pages in the order of names, and counts.
-- squawk-ignore require-concurrent-index-creation
create index exercise_facet_line_idx on exercise (facet_line) where status = 'ACTIVE' and workspace_id is null;
-- squawk-ignore require-concurrent-index-creation
create index exercise_facets_idx on exercise using gin (facets) where status = 'ACTIVE' and workspace_id is null;
-- squawk-ignore require-concurrent-index-deletion
drop index exercise_library_idx;
-- squawk-ignore require-concurrent-index-creation
create index exercise_library_idx on exercise (left(name_key, 100), id) where status = 'ACTIVE' and workspace_id is null;
