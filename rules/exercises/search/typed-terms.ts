import { nameWords } from "./name-words.ts";

/** A word of a search text. */
export type TypedTerm = {
  /** As names are compared. */
  readonly word: string;
  /** As it was typed. */
  readonly typed: string;
};

/** More words than any name has; further words are ignored. */
const MOST_TERMS = 12;

/** The typed words, each once. */
export function typedTerms(text: string): TypedTerm[] {
  const pieces = text.match(/[\p{L}\p{N}\p{M}'’`]+/gu) ?? [];
  const terms = pieces.flatMap((typed) => nameWords(typed).map((word) => ({ word, typed })));
  const byWord = new Map(terms.toReversed().map((term) => [term.word, term]));
  return terms.filter((term) => byWord.get(term.word) === term).slice(0, MOST_TERMS);
}
