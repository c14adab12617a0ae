import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { type ExerciseSource, SEARCH_MATCHES } from "../../../contract/exercises/vocabulary.ts";
import type { AkinWord, BuiltQuery } from "../../../rules/exercises/search/build-query.ts";
import { LIBRARY_SCOPE } from "../catalogue/exercise-writes.ts";

/** Where a page goes on: the keys of its last item. */
export type SearchPosition = {
  readonly tier: number;
  readonly words: number;
  readonly name: string;
  readonly id: string;
};

/** What is looked for. */
export interface SearchPage {
  readonly workspaceId: string;
  /** Null for all there are, by name. */
  readonly query: BuiltQuery | null;
  /** Facets as they are stored, e.g. `equipment:barbell`, by kind: any of each. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly source: ExerciseSource | null;
  /** Null for the first page, which counts. */
  readonly after: SearchPosition | null;
  readonly limit: number;
}

/** An exercise as it was found. */
export interface FoundRow extends SearchPosition {
  readonly title: string;
  readonly slug: string | null;
  readonly isOwn: boolean;
  readonly muscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  readonly difficulty: string | null;
  readonly hasVideo: boolean;
  readonly assetId: string | null;
}

/** What a page has; one item more than the limit tells of a next one. */
export interface FoundPage {
  readonly items: readonly FoundRow[];
  readonly counts: readonly { readonly facet: string; readonly count: number }[];
}

/** Words of the library and of the workspace's own exercises that are like those that were typed. */
export async function listAkinWords(
  em: SqlEntityManager,
  workspaceId: string,
  words: readonly { readonly word: string; readonly remnants: readonly string[] }[],
): Promise<readonly AkinWord[]> {
  if (words.length === 0) return [];
  const asked = JSON.stringify(words);
  const { rows } = await sql<AkinWord>`/* named: akin-words */
    select distinct asked.word as typed, akin.word, similarity(akin.word, asked.word)::float8 as similarity
    from jsonb_to_recordset(${asked}::jsonb) as asked (word text, remnants text[])
    join exercise_word akin on akin.scope_id in (${LIBRARY_SCOPE}, ${workspaceId})
      and (akin.remnants && asked.remnants or akin.word like asked.word || '%' or akin.word % asked.word)
  `.execute(em.getKysely());
  return rows;
}

/** Of what is mistyped nothing is shown where anything was meant. */
const MISTYPED = SEARCH_MATCHES.indexOf("MISTYPED");

/**
 * A page of active exercises, the best found first, then the shorter name: one statement. A picture is shown
 * while its source may be (docs/rules.md#exercises-licences).
 */
export async function searchExercises(
  em: SqlEntityManager,
  { workspaceId, query, facets, source, after, limit }: SearchPage,
): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`
    with matching as materialized (
      select exercise.id, exercise.facets, left(exercise.name_key, 100) as name, ${rankOf(query)},
        ${missedOf(facets)} as missed
      from exercise
      where exercise.status = 'ACTIVE' and ${isOf(source, workspaceId)} and ${isFound(query)}
    ), shown as materialized (
      select * from matching
      where tier < ${MISTYPED} or (select min(tier) from matching) >= ${MISTYPED}
    ), page as (
      select * from shown where missed = '{}' and ${standsAfter(after)}
      order by tier, words, name, id limit ${limit + 1}
    )
    select coalesce((select jsonb_agg(jsonb_build_object('id', page.id, 'tier', page.tier, 'words', page.words,
          'name', page.name, 'title', exercise.title, 'slug', exercise.slug,
          'isOwn', exercise.workspace_id is not null, 'muscleGroups', exercise.muscle_groups,
          'equipment', exercise.equipment, 'exerciseTypes', exercise.exercise_types,
          'difficulty', exercise.difficulty, 'hasVideo', exercise.has_video,
          'assetId', case when source.key is not null then asset.id end)
          order by page.tier, page.words, page.name, page.id)
        from page
        join exercise on exercise.id = page.id
        left join thumbnail_mapping mapping on mapping.exercise_id = page.id and mapping.status = 'APPROVED'
        left join library_asset asset on asset.id = mapping.asset_id
        left join licence_source source on source.key = asset.licence_source_key and source.verdict = 'SHOWN'
      ), '[]') as items,
      coalesce((select jsonb_agg(jsonb_build_object('facet', counted.facet, 'count', counted.count)
          order by counted.count desc, counted.facet)
        from (select facet, count(*) from shown cross join unnest(shown.facets) as facet
          where ${after === null} and (missed = '{}' or missed = array[split_part(facet, ':', 1)])
          group by facet) counted
      ), '[]') as counts
  `.execute(em.getKysely());
  const [found = { items: [], counts: [] }] = rows;
  return found;
}

/** How well an exercise was found, and how long its name is; all alike where nothing is looked for. */
function rankOf(query: BuiltQuery | null) {
  if (query === null) return sql`0 as tier, 0 as words`;
  return sql`case when exercise.name_key = ${query.nameKey} then 0
      when exercise.search @@ ${query.words}::tsquery then 1
      when exercise.search @@ ${query.beginnings}::tsquery then 2
      when exercise.search @@ ${query.anywhere}::tsquery then 3
      when exercise.search @@ ${query.mistyped}::tsquery then 4
      else 5 end as tier, exercise.name_words as words`;
}

/** The widest of what is looked for holds all of the others. */
function isFound(query: BuiltQuery | null) {
  if (query === null) return sql`true`;
  return sql`exercise.search @@ ${query.mistypedAnywhere}::tsquery`;
}

function isOf(source: ExerciseSource | null, workspaceId: string) {
  if (source === "provider") return sql`exercise.workspace_id is null`;
  if (source === "workspace") return sql`exercise.workspace_id = ${workspaceId}`;
  return sql`(exercise.workspace_id is null or exercise.workspace_id = ${workspaceId})`;
}

/** The kinds of facets in which an exercise is none of those that are asked for. */
function missedOf(facets: SearchPage["facets"]) {
  const kinds = Object.entries(facets).map(
    ([kind, values]) =>
      sql`case when not exercise.facets && ${[...values]}::text[] then ${kind}::text end`,
  );
  if (kinds.length === 0) return sql`'{}'::text[]`;
  return sql`array_remove(array[${sql.join(kinds)}], null)`;
}

function standsAfter(after: SearchPosition | null) {
  if (after === null) return sql`true`;
  const { tier, words, name, id } = after;
  return sql`(tier, words, name, id) > (${tier}::int, ${words}::int, ${name}::text, ${id}::uuid)`;
}
