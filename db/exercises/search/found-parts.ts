import { expressionBuilder, sql } from "kysely";
import type { ExerciseSource } from "../../../contract/exercises/vocabulary.ts";
import type { BuiltQuery } from "../../../rules/exercises/search/build-query.ts";
import { allOf, given } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";
import { NAME_TIERS, type SearchPage, type SearchPosition } from "./search-page.ts";

// The parts of a search statement that find exercises. Table `page` has one more item than requested; `sets` has the
// number of results for each set of facets.

const ofExercise = expressionBuilder<Tables, "exercise">();
const { and, cast, fn, lit, or, tuple, val } = ofExercise;
const NAME = fn<string>("left", ["exercise.nameKey", lit(100)]);
const ACTIVE = sql.lit("ACTIVE" as const);
/** A generated column. */
const FACET_LINE = sql.ref<string>("exercise.facetLine");

/** All exercises by name: each of the two scopes through its own index. */
export function everything({ workspaceId, source, facets, after, limit }: SearchPage) {
  const scopes = scopesOf(source, workspaceId);
  const goesOn = (position: SearchPosition) =>
    ofExercise(
      tuple(NAME, ofExercise.ref("exercise.id")),
      ">",
      tuple(cast<string>(val(position.name), "text"), cast<string>(val(position.id), "uuid")),
    );
  const activeOf = (scope: (typeof scopes)[number]) =>
    ofExercise.selectFrom("exercise").where("exercise.status", "=", ACTIVE).where(scope);
  const pages = scopes.map((scope) =>
    activeOf(scope)
      .select(["exercise.id", NAME.as("name")])
      .where(hasEach(facets))
      .where(given(after, goesOn))
      .orderBy(NAME)
      .orderBy("exercise.id")
      .limit(limit + 1),
  );
  const counts = scopes.map((scope) =>
    activeOf(scope)
      .select([FACET_LINE.as("facetLine"), fn.countAll().as("count")])
      .groupBy(FACET_LINE),
  );
  return sql`page as materialized (
      select id, 0 as tier, 0 as words, name from ${allOf(pages)} found
      order by name, id limit ${limit + 1}
    ), sets as materialized ${allOf(counts)}`;
}

/** Matching exercises, best first, then by plainer name. */
export function matching(
  query: BuiltQuery,
  { workspaceId, source, facets, after, limit }: SearchPage,
) {
  const broadest = query.tiers.at(-1)?.query ?? "";
  return sql`matching as materialized (
      select id, facet_line, ${hasEach(facets)} as is_asked_for, name_words as words, ${NAME} as name,
        ${tierOf(query)} as tier
      from exercise
      where ${isFoundIn(source, workspaceId, broadest)}
    ), page as (
      select id, tier, words, name from matching where is_asked_for and ${isAfter(after)}
      order by tier, words, name, id limit ${limit + 1}
    ), sets as materialized (select facet_line, count(*) from matching group by facet_line)`;
}

/** Whether a search of a workspace finds an exercise. */
export function isFoundIn(source: ExerciseSource | null, workspaceId: string, query: string) {
  // The subquery is evaluated once, so that the index serves even the broadest query; for a literal the planner
  // decides otherwise.
  return sql`status = 'ACTIVE' and ${or(scopesOf(source, workspaceId))}
    and search @@ (select ${query}::tsquery)`;
}

/** Whether an exercise matches a query of PostgreSQL's text search. */
export function meets(query: string) {
  return ofExercise("exercise.search", "@@", cast<string>(val(query), sql.raw("tsquery")));
}

/** How many results each facet would have, given the requested facets of the other kinds. */
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

/** 0 for the same title, 1 for the same name, then the place of the first query that finds an exercise. */
function tierOf({ title, name, tiers }: BuiltQuery) {
  const key = fn<string>("replace", ["exercise.nameKey", sql.lit(" "), sql.lit("")]);
  const isSameTitle = ofExercise(fn<string>("lower", ["exercise.title"]), "=", title);
  const ofName = ofExercise
    .case()
    .when(isSameTitle)
    .then(lit<number>(0))
    .else(lit<number>(1))
    .end();
  const narrower = tiers.slice(0, -1);
  return narrower
    .reduce(
      (found, { query }, place) => found.when(meets(query)).then(lit<number>(place + NAME_TIERS)),
      ofExercise.case().when(key, "=", name).then(ofName),
    )
    .else(lit(narrower.length + NAME_TIERS))
    .end();
}

function scopesOf(source: ExerciseSource | null, workspaceId: string) {
  const library = ofExercise("exercise.workspaceId", "is", null);
  const own = ofExercise("exercise.workspaceId", "=", workspaceId);
  if (source === "provider") return [library];
  return source === "workspace" ? [own] : [library, own];
}

/** Whether an exercise has a requested facet of each kind. */
function hasEach(facets: SearchPage["facets"]) {
  return and(
    Object.values(facets).map((values) => ofExercise("exercise.facets", "&&", val([...values]))),
  );
}

function isAfter(after: SearchPosition | null) {
  const place = expressionBuilder<{ readonly shown: SearchPosition }, "shown">();
  return given(after, ({ tier, words, name, id }) =>
    place(
      place.refTuple("tier", "words", "name", "id"),
      ">",
      place.tuple(
        cast<number>(val(tier), "integer"),
        cast<number>(val(words), "integer"),
        cast<string>(val(name), "text"),
        cast<string>(val(id), "uuid"),
      ),
    ),
  );
}
