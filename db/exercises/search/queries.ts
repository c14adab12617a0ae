import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { RelatedTerm } from "../../../rules/exercises/search/build-query.ts";
import { LIBRARY_SCOPE } from "../catalogue/put-provider-exercises.ts";
import { tables } from "../../tables.ts";
import { counted, everything, matching } from "./found-parts.ts";
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
}

/** Terms of the library and of the workspace's own exercises that resemble those typed. */
export async function listRelatedTerms(
  em: SqlEntityManager,
  workspaceId: string,
  words: readonly { readonly word: string; readonly remnants: readonly string[] }[],
): Promise<readonly RelatedTerm[]> {
  if (words.length === 0) return [];
  const search = JSON.stringify(words);
  const statement = sql<RelatedTerm>`
    select distinct asked.word as typed, akin.word, similarity(akin.word, asked.word)::float8 as similarity
    from jsonb_to_recordset(${search}::jsonb) as asked (word text, remnants text[])
    join exercise_word akin on akin.scope_id in (${LIBRARY_SCOPE}, ${workspaceId})
      and (akin.remnants && asked.remnants or akin.word like asked.word || '%' or akin.word % asked.word)
  `;
  return await runNamed(em, "akin-words", statement);
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
      ${after === null ? counts : NO_COUNTS} as counts
  `.execute(tables(em));
  const [found = { items: [], counts: [] }] = rows;
  return found;
}
