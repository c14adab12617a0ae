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
import { lookupOf, readLexicon } from "../../rules/exercises/search/lexicon.ts";
import { type QueryPart, readQuery } from "../../rules/exercises/search/read-query.ts";
import {
  isKept,
  keptParts,
  onlySet,
  relaxationOf,
} from "../../rules/exercises/search/relax-query.ts";
import { typedTerms } from "../../rules/exercises/search/typed-terms.ts";

/**
 * Searches the exercise library. If no exercise matches every word as it is typed, words may be mistyped, and the
 * fewest words are left out, never the movement (docs/rooms/exercises.md#search). Facets do not influence which words
 * remain, and later pages keep those of the first.
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
  for (const [way, build] of WHOLE) {
    const query = after === null || after.way === way ? build(terms, lexicon) : null;
    const found = query === null ? null : await ask(query);
    if (query !== null && found?.isFound === true)
      return { ...found, way, leftOut: [], tiers: tiersOf(query) };
  }
  const parts = readQuery(terms, lexicon, "UNKNOWN");
  const way = after === null ? await keep(em, search, parts) : after.way;
  if (way === null || way <= 0) return NOTHING;
  const query = buildRelaxedQuery(
    terms,
    parts.filter((_, place) => isKept(way, place)),
  );
  const found = await ask(query);
  if (after === null && !found.isFound) return NOTHING;
  const leftOut = parts.filter((_, place) => !isKept(way, place)).flatMap((part) => part.terms);
  return {
    ...found,
    way,
    leftOut: [...new Set(leftOut.map(({ typed }) => typed))],
    tiers: tiersOf(query),
  };
}

/** A search of a workspace. */
export type LibrarySearch = Omit<SearchPage, "query" | "after"> & {
  /** The typed text; null for all exercises, by name. */
  readonly text: string | null;
  /** Null for the first page. */
  readonly after: { readonly way: SearchWay; readonly position: SearchPosition } | null;
};

/** How the words are matched: all as typed, all corrected, or the parts that remain, as bits. */
export type SearchWay = number;
const AS_TYPED = 0;
const CORRECTED = -1;
/** The ways that leave no word out, in the order in which they are tried. */
const WHOLE = [
  [AS_TYPED, buildQuery],
  [CORRECTED, buildCorrectedQuery],
] as const;

/** A page of results; it has one item more than the limit if there is a next page. */
export type LibraryPage = Pick<FoundPage, "items" | "counts"> & {
  readonly way: SearchWay;
  /** The words left out, as typed. */
  readonly leftOut: readonly string[];
  /** How a result of each tier was matched. */
  readonly tiers: readonly SearchMatch[];
};

const NOTHING: LibraryPage = { items: [], counts: [], way: AS_TYPED, leftOut: [], tiers: [] };

/** The largest set of parts that finds something, unless there is only one to try; null without one. */
async function keep(
  em: SqlEntityManager,
  search: Pick<SearchPage, "workspaceId" | "source">,
  parts: readonly QueryPart[],
): Promise<SearchWay | null> {
  const relaxation = relaxationOf(parts);
  if (relaxation === null) return null;
  const only = onlySet(relaxation);
  return keptParts(parts, only === null ? await listMatchedParts(em, search, relaxation) : [only]);
}

/** How a result of each tier was matched. */
function tiersOf({ tiers }: BuiltQuery): SearchMatch[] {
  const ofNames = Array.from({ length: NAME_TIERS }, () => "NAME" as const);
  return [...ofNames, ...tiers.map(({ match }) => match)];
}
