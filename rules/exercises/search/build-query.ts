import { nameWords } from "./name-words.ts";
import { remnantsOf } from "./remnants.ts";
import { SYNONYMS } from "./synonyms.ts";

/** A word of the library that is like one that was typed. */
export type AkinWord = {
  readonly typed: string;
  readonly word: string;
  /** How much of their pieces they share, from 0 to 1. */
  readonly similarity: number;
};

/** What is looked for, in PostgreSQL's words of a text search, from what is most meant to what is least. */
export type BuiltQuery = {
  /** The name of an exercise that is called just so. */
  readonly nameKey: string;
  /** Every word as it was typed, or what it is short for, in a title. */
  readonly words: string;
  /** The same, where words may go on after what was typed. */
  readonly beginnings: string;
  /** The same, in all that is known of an exercise. */
  readonly anywhere: string;
  /** Every word, or one that it may be mistyped for, in a title. */
  readonly mistyped: string;
  /** The same, in all that is known. */
  readonly mistypedAnywhere: string;
};

/** More words than any name has; what is typed beyond them is not looked at. */
const MOST_WORDS = 12;
/** How many words stand for one that is like none by a single mistake. */
const MOST_AKIN = 3;
/** Titles in any language. */
const TITLES = "AB";

/** The words of what was typed, each once. */
export function typedWords(text: string): string[] {
  return [...new Set(nameWords(text))].slice(0, MOST_WORDS);
}

/**
 * What to look for, given the words of the library that are like those that were typed. A word that is like none is left
 * out (docs/rooms/exercises.md#search); null when that leaves nothing.
 */
export function buildQuery(words: readonly string[], akin: readonly AkinWord[]): BuiltQuery | null {
  const read = words.map((word) => readWord(word, akin));
  const groups = groupsOf(read).filter((group) => group.words !== null || group.meant.length > 0);
  if (groups.length === 0) return null;
  const all = (termOf: (word: ReadWord) => string, label: string) =>
    groups
      .map(({ words: own, meant }) => [
        ...(own === null ? [] : [own.map(termOf).join(" & ")]),
        ...meant.map((phrase) => phrase.map((word) => term(word, label)).join(" & ")),
      ])
      .map((ways) => `(${ways.join(" | ")})`)
      .join(" & ");
  const guesses = ({ word, mistaken }: ReadWord, label: string) =>
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

type ReadWord = {
  readonly word: string;
  /** Whether a word of the library is it, or begins with it. */
  readonly isKnown: boolean;
  readonly mistaken: readonly string[];
};

/** Words that stand together, and what else they mean. */
type Group = {
  /** Null where one of them is like no word of the library. */
  readonly words: readonly ReadWord[] | null;
  readonly meant: readonly (readonly string[])[];
};

function readWord(word: string, akin: readonly AkinWord[]): ReadWord {
  const own = akin.filter(({ typed }) => typed === word);
  const isKnown = own.some((one) => one.word.startsWith(word));
  const near = own.filter((one) => isNear(one.word, word)).map((one) => one.word);
  if (isKnown || near.length > 0) return { word, isKnown, mistaken: near };
  const likest = own.toSorted((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1));
  return { word, isKnown, mistaken: likest.slice(0, MOST_AKIN).map((one) => one.word) };
}

function groupsOf(words: readonly ReadWord[]): Group[] {
  const groups: Group[] = [];
  for (let place = 0; place < words.length;) {
    const rest = words.slice(place);
    const found = PHRASES.find(({ typed }) => typed.every((word, at) => stands(rest[at], word)));
    const own = rest.slice(0, found?.typed.length ?? 1);
    const isUsable = own.every(({ isKnown, mistaken }) => isKnown || mistaken.length > 0);
    groups.push({ words: isUsable ? own : null, meant: found?.meant ?? [] });
    place += own.length;
  }
  return groups;
}

/** Whether a typed word is one of a synonym; one that the library does not know may be mistyped. */
function stands(read: ReadWord | undefined, word: string): boolean {
  if (read === undefined) return false;
  return read.word === word || (!read.isKnown && isNear(read.word, word));
}

/** Whether two words are about one mistake apart. */
function isNear(one: string, other: string): boolean {
  const left = remnantsOf(other);
  return remnantsOf(one).some((remnant) => left.includes(remnant));
}

/** Synonyms with their words apart, the longer before those that they begin with. */
const PHRASES = SYNONYMS.map(([typed, ...meant]) => ({
  typed: typed.split(" "),
  meant: meant.map((phrase) => phrase.split(" ")),
})).toSorted((a, b) => b.typed.length - a.typed.length);

/** A word as PostgreSQL reads it: letters and digits alone, so that nothing in it is a sign. */
function term(word: string, label: string): string {
  return label === "" ? `'${word}'` : `'${word}':${label}`;
}
