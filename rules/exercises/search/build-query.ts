import { nameWords } from "./name-words.ts";
import { remnantsOf } from "./remnants.ts";
import { SYNONYMS } from "./synonyms.ts";

/**
 * Builds the queries, given the library words similar to the typed ones. A word without any similar one is dropped
 * (docs/rooms/exercises.md#search); null if none is left.
 */
export function buildQuery(
  words: readonly string[],
  akin: readonly RelatedTerm[],
): BuiltQuery | null {
  const read = words.map((word) => parseTerm(word, akin));
  const groups = groupsOf(read).filter((group) => group.words !== null || group.meant.length > 0);
  if (groups.length === 0) return null;
  const all = (termOf: (word: ParsedTerm) => string, label: string) =>
    groups
      .map(({ words: own, meant }) => [
        ...(own === null ? [] : [own.map(termOf).join(" & ")]),
        ...meant.map((phrase) => phrase.map((word) => term(word, label)).join(" & ")),
      ])
      .map((ways) => `(${ways.join(" | ")})`)
      .join(" & ");
  const guesses = ({ word, mistaken }: ParsedTerm, label: string) =>
    `(${[term(word, `*${label}`), ...mistaken.map((other) => term(other, label))].join(" | ")})`;
  return {
    nameKey: words.join(" "),
    words: all(({ word }) => term(word, TITLES), TITLES),
    beginnings: all(({ word }) => term(word, `*${TITLES}`), TITLES),
    anywhere: all(({ word }) => term(word, "*"), ""),
    mistyped: all((word) => guesses(word, TITLES), TITLES),
    mistypedAnywhere: all((word) => guesses(word, ""), ""),
  };
}

/** A library word similar to a typed word. */
export type RelatedTerm = {
  readonly typed: string;
  readonly word: string;
  /** Share of common remnants, from 0 to 1. */
  readonly similarity: number;
};

/** PostgreSQL text search queries, from the most to the least specific. */
export type BuiltQuery = {
  /** Matches an exercise with exactly this name. */
  readonly nameKey: string;
  /** Every typed word, or the long form of its abbreviation, in a title. */
  readonly words: string;
  /** The same, as prefixes. */
  readonly beginnings: string;
  /** The same, in all indexed text. */
  readonly anywhere: string;
  /** Every typed word, or a likely correction of it, in a title. */
  readonly mistyped: string;
  /** The same, in all indexed text. */
  readonly mistypedAnywhere: string;
};

/** More words than any name has; further words are ignored. */
const MOST_TERMS = 12;
/** How many similar words replace one that has no match within a single mistake. */
const MOST_AKIN = 3;
/** Titles in any language. */
const TITLES = "AB";

/** The typed words, each once. */
export function typedTerms(text: string): string[] {
  return [...new Set(nameWords(text))].slice(0, MOST_TERMS);
}

type ParsedTerm = {
  readonly word: string;
  /** Whether it is a library word or the beginning of one. */
  readonly isKnown: boolean;
  readonly mistaken: readonly string[];
};

/** Adjacent words, and their synonyms. */
type Group = {
  /** Null if one of them resembles no library word. */
  readonly words: readonly ParsedTerm[] | null;
  readonly meant: readonly (readonly string[])[];
};

function parseTerm(word: string, akin: readonly RelatedTerm[]): ParsedTerm {
  const own = akin.filter(({ typed }) => typed === word);
  const isKnown = own.some((one) => one.word.startsWith(word));
  const near = own.filter((one) => isNear(one.word, word)).map((one) => one.word);
  if (isKnown || near.length > 0) return { word, isKnown, mistaken: near };
  const likest = own.toSorted((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1));
  return { word, isKnown, mistaken: likest.slice(0, MOST_AKIN).map((one) => one.word) };
}

function groupsOf(words: readonly ParsedTerm[]): Group[] {
  const groups: Group[] = [];
  for (let place = 0; place < words.length;) {
    const rest = words.slice(place);
    const found = PHRASES.find(({ typed }) => typed.every((word, at) => matches(rest[at], word)));
    const own = rest.slice(0, found?.typed.length ?? 1);
    const isUsable = own.every(({ isKnown, mistaken }) => isKnown || mistaken.length > 0);
    groups.push({ words: isUsable ? own : null, meant: found?.meant ?? [] });
    place += own.length;
  }
  return groups;
}

/** Whether a typed word matches a word of a synonym; one unknown to the library may be mistyped. */
function matches(read: ParsedTerm | undefined, word: string): boolean {
  if (read === undefined) return false;
  return read.word === word || (!read.isKnown && isNear(read.word, word));
}

/** Whether two words are about one mistake apart. */
function isNear(one: string, other: string): boolean {
  const left = remnantsOf(other);
  return remnantsOf(one).some((remnant) => left.includes(remnant));
}

/** Synonyms split into words, longer ones before their own prefixes. */
const PHRASES = SYNONYMS.map(([typed, ...meant]) => ({
  typed: typed.split(" "),
  meant: meant.map((phrase) => phrase.split(" ")),
})).toSorted((a, b) => b.typed.length - a.typed.length);

/** A word as a tsquery term: letters and digits only, so that nothing in it is an operator. */
function term(word: string, label: string): string {
  return label === "" ? `'${word}'` : `'${word}':${label}`;
}
