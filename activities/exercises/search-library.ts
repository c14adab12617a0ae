import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { SearchMatch } from "../../contract/exercises/vocabulary.ts";
import {
  type FoundPage,
  listMatchedParts,
  listRelatedTerms,
  searchExercises,
} from "../../db/exercises/search/queries.ts";
import {
  NAME_TIERS,
  type SearchPage,
  type SearchPosition,
} from "../../db/exercises/search/search-page.ts";
import {
  buildCorrectedQuery,
  buildQuery,
  buildRelaxedQuery,
  type BuiltQuery,
} from "../../rules/exercises/search/build-query.ts";
import { type Lexicon, lookupOf, readLexicon } from "../../rules/exercises/search/lexicon.ts";
import { type QueryPart, readQuery } from "../../rules/exercises/search/read-query.ts";
import { isKept, keptParts, relaxationOf } from "../../rules/exercises/search/relax-query.ts";
import { type TypedTerm, typedTerms } from "../../rules/exercises/search/typed-terms.ts";

/**
 * Searches the exercise library. If no exercise matches every word, words may be mistyped; if that finds nothing
 * either, the fewest words are left out, never the movement (docs/rooms/exercises.md#search). Facets do not influence
 * which of the three ways is taken, and later pages keep that of the first.
 */
export async function searchLibrary(
  em: SqlEntityManager,
  { text, after, ...search }: LibrarySearch,
): Promise<LibraryPage> {
  const position = after?.position ?? null;
  const ask = async (query: BuiltQuery | null) =>
    await searchExercises(em, { ...search, query, after: position });
  if (text === null) return { ...(await ask(null)), way: AS_TYPED, leftOut: [], tiers: [] };

  const terms = typedTerms(text);
  const lexicon = readLexicon(await listRelatedTerms(em, search.workspaceId, lookupOf(terms)));
  const parts = readQuery(terms, lexicon, true);
  for (const way of after === null ? [AS_TYPED, CORRECTED] : [after.way]) {
    const query = queryOf(way, { terms, lexicon, parts });
    if (query === null) continue;
    const found = await ask(query);
    if (found.isFound || after !== null) return pageOf(found, { way, query, parts });
  }
  const way = after === null ? await relax(em, search, parts) : null;
  const query = way === null ? null : queryOf(way, { terms, lexicon, parts });
  return way === null || query === null ? NOTHING : pageOf(await ask(query), { way, query, parts });
}

/** A search of a workspace. */
export type LibrarySearch = Omit<SearchPage, "query" | "after"> & {
  /** The typed text; null for all exercises, by name. */
  readonly text: string | null;
  /** Null for the first page. */
  readonly after: { readonly way: SearchWay; readonly position: SearchPosition } | null;
};

/** How the words are matched: as typed, corrected, or as a set of parts that remain, in bits. */
export type SearchWay = number;
const AS_TYPED = 0;
const CORRECTED = -1;

/** A page of results; it has one item more than the limit if there is a next page. */
export type LibraryPage = Pick<FoundPage, "items" | "counts"> & {
  readonly way: SearchWay;
  /** The words left out, as typed. */
  readonly leftOut: readonly string[];
  /** How a result of each tier was matched. */
  readonly tiers: readonly SearchMatch[];
};

const NOTHING: LibraryPage = { items: [], counts: [], way: AS_TYPED, leftOut: [], tiers: [] };

interface ReadText {
  readonly terms: readonly TypedTerm[];
  readonly lexicon: Lexicon;
  readonly parts: readonly QueryPart[];
}

function queryOf(way: SearchWay, { terms, lexicon, parts }: ReadText): BuiltQuery | null {
  if (way === AS_TYPED) return buildQuery(terms, lexicon);
  if (way === CORRECTED) return buildCorrectedQuery(parts, terms);
  return buildRelaxedQuery(
    parts.filter((_, place) => isKept(way, place)),
    terms,
  );
}

/** The largest set of parts that finds something; null without one. */
async function relax(
  em: SqlEntityManager,
  search: Pick<SearchPage, "workspaceId" | "source">,
  parts: readonly QueryPart[],
): Promise<SearchWay | null> {
  const relaxation = relaxationOf(parts);
  if (relaxation === null) return null;
  return keptParts(parts, await listMatchedParts(em, search, relaxation));
}

function pageOf(
  { items, counts }: FoundPage,
  { way, query, parts }: Pick<ReadText, "parts"> & { way: SearchWay; query: BuiltQuery },
): LibraryPage {
  const left = way > 0 ? parts.filter((_, place) => !isKept(way, place)) : [];
  const leftOut = [...new Set(left.flatMap(({ terms }) => terms.map(({ typed }) => typed)))];
  const ofNames = Array.from({ length: NAME_TIERS }, () => "NAME" as const);
  const tiers = [...ofNames, ...query.tiers.map(({ match }) => match)];
  return { items, counts, way, leftOut, tiers };
}
