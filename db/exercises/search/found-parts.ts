import { sql } from "kysely";
import { type ExerciseSource, SEARCH_MATCHES } from "../../../contract/exercises/vocabulary.ts";
import type { BuiltQuery } from "../../../rules/exercises/search/build-query.ts";
import type { SearchPage, SearchPosition } from "./search-page.ts";

// Of the statement of a search: the parts that find, as the tables `page`, one item longer than asked for, and `sets`,
// how many are shown of each set of facets.

/** Of what is mistyped nothing is shown where anything was meant. */
const MISTYPED = SEARCH_MATCHES.indexOf("MISTYPED");
const NAME = sql`left(exercise.name_key, 100)`;

/** All there are, by name: each of the two scopes by its own index. */
export function everything({ workspaceId, source, facets, after, limit }: SearchPage) {
  const scopes = scopesOf(source, workspaceId);
  const goesOn =
    after === null ? sql`true` : sql`(${NAME}, id) > (${after.name}::text, ${after.id}::uuid)`;
  const pages = scopes.map(
    (scope) => sql`(select id, ${NAME} as name from exercise
      where status = 'ACTIVE' and ${scope} and ${hasEach(facets)} and ${goesOn}
      order by ${NAME}, id limit ${limit + 1})`,
  );
  const counts = scopes.map(
    (scope) => sql`select facet_line, count(*) from exercise
      where status = 'ACTIVE' and ${scope} group by facet_line`,
  );
  return sql`page as materialized (
      select id, 0 as tier, 0 as words, name from (${sql.join(pages, sql` union all `)}) found
      order by name, id limit ${limit + 1}
    ), sets as materialized (${sql.join(counts, sql` union all `)})`;
}

/** What was looked for, the best found first, then the shorter name. */
export function matching(
  query: BuiltQuery,
  { workspaceId, source, facets, after, limit }: SearchPage,
) {
  const isOf = sql.join(scopesOf(source, workspaceId), sql` or `);
  // Asked once, the widest goes by its index: of a text that stands in the statement the planner thinks otherwise.
  return sql`matching as materialized (
      select id, facet_line, ${hasEach(facets)} as is_asked_for, ${NAME} as name, ${rankOf(query)}
      from exercise
      where status = 'ACTIVE' and (${isOf}) and search @@ (select ${query.mistypedAnywhere}::tsquery)
    ), shown as materialized (
      select * from matching
      where tier < ${MISTYPED} or (select min(tier) from matching) >= ${MISTYPED}
    ), page as (
      select * from shown where is_asked_for and ${standsAfter(after)}
      order by tier, words, name, id limit ${limit + 1}
    ), sets as materialized (select facet_line, count(*) from shown group by facet_line)`;
}

/** How many each facet would find: those of a kind that is asked for beside what is asked for of the others. */
export function counted(facets: SearchPage["facets"]) {
  const kinds = Object.entries(facets).map(
    ([kind, values]) => sql`case when not named && ${[...values]}::text[] then ${kind}::text end`,
  );
  const missed =
    kinds.length === 0 ? sql`'{}'::text[]` : sql`array_remove(array[${sql.join(kinds)}], null)`;
  return sql`select facet, sum(count)::int as count
    from (select count, named, ${missed} as missed
      from sets cross join lateral (select string_to_array(facet_line, ',') as named) line) judged
    cross join unnest(named) as facet
    where missed = '{}' or missed = array[split_part(facet, ':', 1)]
    group by facet`;
}

/** How well an exercise was found, and how long its name is. */
function rankOf(query: BuiltQuery) {
  return sql`case when name_key = ${query.nameKey} then 0
      when search @@ ${query.words}::tsquery then 1
      when search @@ ${query.beginnings}::tsquery then 2
      when search @@ ${query.anywhere}::tsquery then 3
      when search @@ ${query.mistyped}::tsquery then 4
      else 5 end as tier, name_words as words`;
}

function scopesOf(source: ExerciseSource | null, workspaceId: string) {
  const [library, own] = [sql`workspace_id is null`, sql`workspace_id = ${workspaceId}`];
  if (source === "provider") return [library];
  return source === "workspace" ? [own] : [library, own];
}

/** Whether an exercise has one of the facets of each kind that is asked for. */
function hasEach(facets: SearchPage["facets"]) {
  const asked = Object.values(facets).map((values) => sql`facets && ${[...values]}::text[]`);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
}

function standsAfter(after: SearchPosition | null) {
  if (after === null) return sql`true`;
  const { tier, words, name, id } = after;
  return sql`(tier, words, name, id) > (${tier}::int, ${words}::int, ${name}::text, ${id}::uuid)`;
}
