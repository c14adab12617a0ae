import type { SearchMatch } from "../../../contract/exercises/vocabulary.ts";
import type { Lexicon } from "./lexicon.ts";
import { KNOWN_WORDS } from "./phrase-index.ts";
import { type QueryPart, readQuery, type Way } from "./read-query.ts";
import { EQUIPMENT, MUSCLES } from "./word-kinds.ts";
import type { TypedTerm } from "./typed-terms.ts";

/** Queries of PostgreSQL's text search, from the most to the least specific; each contains those before it. */
export type BuiltQuery = {
  /** The typed text, to compare with a title. */
  readonly title: string;
  /** The typed words without spaces, to compare with a name. */
  readonly name: string;
  readonly tiers: readonly { readonly match: SearchMatch; readonly query: string }[];
};

/** The query that every word must match, spelled as it is; null if a word is unknown. */
export function buildQuery(terms: readonly TypedTerm[], lexicon: Lexicon): BuiltQuery | null {
  const parts = readQuery(terms, lexicon, "NONE");
  if (parts.length === 0 || parts.some(({ ways }) => ways.length === 0)) return null;
  return queryOf(terms, parts, [
    { match: "WORDS", partQuery: wholeWords },
    { match: "BEGINNINGS", partQuery: beginnings },
    { match: "ANYWHERE", partQuery: anywhere },
  ]);
}

/** The query that every word must match, each perhaps mistyped; null if a word resembles nothing. */
export function buildCorrectedQuery(
  terms: readonly TypedTerm[],
  lexicon: Lexicon,
): BuiltQuery | null {
  const parts = readQuery(terms, lexicon, "ALL");
  if (parts.length === 0 || parts.some(({ ways }) => ways.length === 0)) return null;
  return queryOf(terms, parts, [
    { match: "MISTYPED", partQuery: wholeWords },
    { match: "MISTYPED_ANYWHERE", partQuery: anywhere },
  ]);
}

/** The query for some parts of a text. */
export function buildRelaxedQuery(
  terms: readonly TypedTerm[],
  parts: readonly QueryPart[],
): BuiltQuery {
  return queryOf(terms, parts, [
    { match: "SOME_WORDS", partQuery: wholeWords },
    { match: "SOME_WORDS", partQuery: anywhere },
  ]);
}

type PartQuery = (part: QueryPart) => string;

function queryOf(
  terms: readonly TypedTerm[],
  parts: readonly QueryPart[],
  tiers: readonly { readonly match: SearchMatch; readonly partQuery: PartQuery }[],
): BuiltQuery {
  return {
    title: terms
      .map(({ typed }) => typed)
      .join(" ")
      .toLowerCase(),
    name: terms.map(({ word }) => word).join(""),
    tiers: distinct(
      tiers.map(({ match, partQuery }) => ({ match, query: parts.map(partQuery).join(" & ") })),
    ),
  };
}

/** Without tiers that find the same as the one before. */
function distinct(tiers: BuiltQuery["tiers"]): BuiltQuery["tiers"] {
  return tiers.filter(({ query }, place) => query !== tiers[place - 1]?.query);
}

/** Titles in any language. */
const TITLES = "AB";
/** Those, and how an exercise is classified. */
const CLASSIFIED = "ABC";

function wholeWords({ ways }: QueryPart): string {
  return either(ways.map(phraseQuery));
}

function beginnings(part: QueryPart): string {
  return either([...part.ways.map(phraseQuery), beginningOf(part, TITLES)]);
}

/** A part in all indexed text, or a close phrase. Two letters begin too many words to be looked for everywhere. */
export function anywhere(part: QueryPart): string {
  const isShort = part.terms.some(({ word }) => word.length < 3);
  return either([
    ...[...part.ways, ...part.also].map(phraseQuery),
    beginningOf(part, isShort ? TITLES : ""),
  ]);
}

/** Every typed word of a part, as a beginning; an abbreviation is no beginning. */
function beginningOf({ terms }: QueryPart, label: string): string {
  const words = terms.map(({ word }) =>
    word.length <= 3 && KNOWN_WORDS.has(word) ? term(word, label) : term(word, `*${label}`),
  );
  return words.join(terms.some(({ word }) => isLetter(word)) ? " <-> " : " & ");
}

const isLetter = (word: string) => /^\p{L}$/u.test(word);

function phraseQuery({ words, isAdjacent }: Way): string {
  const labelOf = (word: string) =>
    EQUIPMENT.has(word) || (words.length === 1 && MUSCLES.has(word)) ? CLASSIFIED : TITLES;
  return words
    .map((options) => either(options.toSorted().map((word) => term(word, labelOf(word)))))
    .join(isAdjacent ? " <-> " : " & ");
}

function either(queries: readonly string[]): string {
  const [first = "", ...others] = new Set(queries);
  return others.length === 0 ? first : `(${[first, ...others].join(" | ")})`;
}

/** A word as a tsquery term: letters and digits only, so that nothing in it is an operator. */
function term(word: string, label: string): string {
  return label === "" ? `'${word}'` : `'${word}':${label}`;
}
