import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { Lookup, RelatedTerm } from "../../../rules/exercises/search/lexicon.ts";
import type { Relaxation } from "../../../rules/exercises/search/relax-query.ts";
import { LIBRARY_SCOPE } from "../catalogue/put-provider-exercises.ts";
import { tables } from "../../tables.ts";
import { counted, everything, isFoundIn, matching, meets } from "./found-parts.ts";
import type { SearchPage, SearchPosition } from "./search-page.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** An exercise in a search result. */
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

/** A page, with one item more than the limit if there is a next one. */
export interface FoundPage {
  readonly items: readonly FoundRow[];
  readonly counts: readonly { readonly facet: string; readonly count: number }[];
  /** Whether the query finds anything, whatever the facets. */
  readonly isFound: boolean;
}

/** The looked-up words that the library or the workspace's own exercises have, and those that resemble typed ones. */
export async function listRelatedTerms(
  em: SqlEntityManager,
  workspaceId: string,
  { typed, exact }: Lookup,
): Promise<readonly RelatedTerm[]> {
  if (typed.length === 0) return [];
  const statement = sql<RelatedTerm>`
    select distinct asked.word as typed, akin.word
    from jsonb_to_recordset(${JSON.stringify(typed)}::jsonb) as asked (word text, remnants text[])
    join exercise_word akin on akin.scope_id in (${LIBRARY_SCOPE}, ${workspaceId})
      and (akin.remnants && asked.remnants or akin.word like asked.word || '%' or akin.word % asked.word)
    union
    select word, word from exercise_word
    where scope_id in (${LIBRARY_SCOPE}, ${workspaceId}) and word = any(${[...exact]}::text[])
  `;
  return await runNamed(em, "akin-words", statement);
}

/** Each set of parts of a query that some exercise matches, among those that match the required part. */
export async function listMatchedParts(
  em: SqlEntityManager,
  { workspaceId, source }: Pick<SearchPage, "workspaceId" | "source">,
  { required, parts }: Relaxation,
): Promise<readonly number[]> {
  const bits = parts.flatMap((query, place) =>
    query === null ? [] : [sql`case when ${meets(query)} then ${sql.lit(2 ** place)} else 0 end`],
  );
  const { rows } = await sql<{ readonly matched: number }>`
    select distinct ${sql.join(bits, sql` + `)} as matched from exercise
    where ${isFoundIn(source, workspaceId, required)}
  `.execute(tables(em));
  return rows.map(({ matched }) => matched);
}

const NO_COUNTS = expressionBuilder().cast(sql.lit("[]"), "jsonb");

/**
 * A page of active exercises, best match first, then by shorter name: one statement. A picture appears while its
 * source may be shown (docs/rooms/exercises.md#licences). The first page alone counts facets, by the sets of facets
 * that exercises have.
 */
export async function searchExercises(
  em: SqlEntityManager,
  search: SearchPage,
): Promise<FoundPage> {
  const { query, facets, after } = search;
  const counts = sql`coalesce((select jsonb_agg(jsonb_build_object('facet', facet, 'count', count)
      order by count desc, facet) from (${counted(facets)}) counted), '[]')`;
  const { rows } = await sql<FoundPage>`
    with ${query === null ? everything(search) : matching(query, search)}
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
      ${after === null ? counts : NO_COUNTS} as counts,
      exists (select from sets) as "isFound"
  `.execute(tables(em));
  const [found = { items: [], counts: [], isFound: false }] = rows;
  return found;
}
