import type { Lexicon } from "./lexicon.ts";
import { equivalentsOf, type KnownPhrase, phrasesWith } from "./phrase-index.ts";
import type { Phrase } from "./synonyms.ts";
import type { TypedTerm } from "./typed-terms.ts";
import { MOVEMENTS } from "./word-kinds.ts";

/** A part of a search text: a word, or a phrase that is known as a whole. */
export type QueryPart = {
  readonly terms: readonly TypedTerm[];
  /** The phrases that match it, as words of which one each is enough. */
  readonly ways: readonly Way[];
  /** Close phrases, which rank after those. */
  readonly also: readonly Way[];
  /** Whether it names a movement. */
  readonly isMovement: boolean;
};

export type Way = {
  /** For each word, the words that may stand in its place. */
  readonly words: readonly (readonly string[])[];
  /** Whether the words follow each other. */
  readonly isAdjacent: boolean;
};

/** A typed word, and the words that it may mean. */
type ReadTerm = { readonly term: TypedTerm; readonly options: readonly string[] };

/** Words that say nothing about an exercise, unless the library has them. */
const NOISE = new Set(
  "exercise workout training ubung ubungen day degree grad version variation".split(" "),
);

/** The words that may be mistyped. */
export type Corrected = "NONE" | "UNKNOWN" | "ALL";

/** Reads a search text into parts. Words that resemble nothing become parts without a way. */
export function readQuery(
  terms: readonly TypedTerm[],
  lexicon: Lexicon,
  corrected: Corrected,
): QueryPart[] {
  const read = terms.flatMap((term) => readTerm(term, lexicon, corrected));
  const parts: QueryPart[] = [];
  for (let at = 0; at < read.length;) {
    const part = partAt(read.slice(at), lexicon);
    parts.push(part);
    at += part.terms.length;
  }
  return parts.some(({ isMovement }) => isMovement) ? parts : parts.map(benchPress);
}

function readTerm(term: TypedTerm, lexicon: Lexicon, corrected: Corrected): ReadTerm[] {
  const { word } = term;
  const optionsOf = (words: readonly string[]) => [...new Set(words.flatMap(equivalentsOf))];
  if (!lexicon.has(word)) {
    const plain = word.replaceAll(/([aou])e/g, "$1");
    if (plain !== word && lexicon.has(plain)) return [{ term, options: optionsOf([plain]) }];
    const split = lexicon.begins(word) ? null : lexicon.split(word);
    if (split !== null)
      return split.map((part) => ({ term: { ...term, word: part }, options: optionsOf([part]) }));
    if (NOISE.has(word)) return [];
  }
  const isKnown = lexicon.has(word) || lexicon.begins(word);
  const isCorrected = corrected === "ALL" || (corrected === "UNKNOWN" && !isKnown);
  const options = [...(isKnown ? [word] : []), ...(isCorrected ? lexicon.corrections(word) : [])];
  return [{ term, options: optionsOf(options) }];
}

/** The longest part at the beginning of these words. */
function partAt(read: readonly ReadTerm[], lexicon: Lexicon): QueryPart {
  const phrase = longestPhrase(read);
  const length = phrase?.words.length ?? 1;
  if (length === 1) {
    const pair = pairOf(read, lexicon);
    if (pair !== null) return pair;
  }
  const own = read.slice(0, length);
  return partOf(own, [wayOf(own, false), ...waysOf(phrase?.same)], waysOf(phrase?.also));
}

/** Two words that belong together: a single letter and its word, or halves of a word of the library. */
function pairOf(read: readonly ReadTerm[], lexicon: Lexicon): QueryPart | null {
  const pair = read.slice(0, 2);
  if (pair.length < 2) return null;
  const joined = pair.map(({ term }) => term.word).join("");
  const isLetter = /^\p{L}$/u.test(pair[0]?.term.word ?? "");
  if (!isLetter && !lexicon.has(joined)) return null;
  const whole = { words: [equivalentsOf(joined)], isAdjacent: false };
  return partOf(pair, [wayOf(pair, isLetter), whole], []);
}

/** The longest known phrase of the first words, in any order. */
function longestPhrase(read: readonly ReadTerm[]): KnownPhrase | null {
  const [first] = read;
  const found = (first?.options ?? []).flatMap(phrasesWith).filter(({ words }) => {
    const own = read.slice(0, words.length);
    return own.length === words.length && areAll(own, words);
  });
  const rankOf = ({ words }: KnownPhrase) =>
    words.length * 10 + words.filter((word, at) => read[at]?.term.word === word).length;
  return found.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? null;
}

/** Whether each typed word means another word of the phrase. */
function areAll(read: readonly ReadTerm[], words: Phrase): boolean {
  const [first, ...rest] = read;
  if (first === undefined) return words.length === 0;
  return words.some(
    (word, at) => first.options.includes(word) && areAll(rest, words.toSpliced(at, 1)),
  );
}

/** In a text without a movement, "bench" means the bench press. */
function benchPress(part: QueryPart): QueryPart {
  const [term, ...others] = part.terms;
  const [meant] = phrasesWith("benchpress");
  if (others.length > 0 || term?.word !== "bench" || meant === undefined) return part;
  return { ...part, ways: waysOf(meant.same), also: part.ways, isMovement: true };
}

function waysOf(phrases: readonly Phrase[] = []): Way[] {
  return phrases.map((phrase) => ({ words: phrase.map(equivalentsOf), isAdjacent: false }));
}

function wayOf(read: readonly ReadTerm[], isAdjacent: boolean): Way {
  return { words: read.map(({ options }) => options), isAdjacent };
}

function partOf(read: readonly ReadTerm[], all: readonly Way[], also: readonly Way[]): QueryPart {
  const ways = all.filter(({ words }) => words.every((options) => options.length > 0));
  const words = [...read.map(({ term }) => term.word), ...ways.flatMap((way) => way.words.flat())];
  const isMovement = words.some((word) => MOVEMENTS.has(word));
  return { terms: read.map(({ term }) => term), ways, also, isMovement };
}
