import { ALSO, type Phrase, SAME } from "./synonyms.ts";

/** A phrase that coaches type, and what it finds. */
export type KnownPhrase = {
  readonly words: Phrase;
  /** Phrases with the same meaning, itself included. */
  readonly same: readonly Phrase[];
  /** Close phrases, which rank after the same ones. */
  readonly also: readonly Phrase[];
};

/** The known phrases that contain a word. */
export function phrasesWith(word: string): readonly KnownPhrase[] {
  return BY_WORD.get(word) ?? [];
}

/** Single words that mean the same as a word, itself included. */
export function equivalentsOf(word: string): readonly string[] {
  const singles = BY_PHRASE.get(word)?.same.flatMap((phrase) =>
    phrase.length === 1 ? phrase : [],
  );
  return singles ?? [word];
}

const keyOf = (phrase: Phrase) => phrase.join(" ");

const BY_PHRASE: ReadonlyMap<string, KnownPhrase> = readPhrases();
const BY_WORD: ReadonlyMap<string, readonly KnownPhrase[]> = readWords();

/** All words of known phrases. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(BY_WORD.keys());

function readPhrases(): Map<string, KnownPhrase> {
  const same = new Map<string, Phrase[]>();
  for (const group of SAME)
    for (const phrase of group)
      same.set(keyOf(phrase), unique([...(same.get(keyOf(phrase)) ?? [phrase]), ...group]));
  const also = new Map<string, readonly Phrase[]>();
  for (const [head = [], ...others] of ALSO)
    for (const phrase of same.get(keyOf(head)) ?? [head])
      also.set(keyOf(phrase), unique([...(also.get(keyOf(phrase)) ?? []), ...others]));
  return new Map(
    [...new Set([...same.keys(), ...also.keys()])].map((key) => {
      const words = key.split(" ");
      return [key, { words, same: same.get(key) ?? [words], also: also.get(key) ?? [] }];
    }),
  );
}

function unique(phrases: readonly Phrase[]): Phrase[] {
  return [...new Map(phrases.map((phrase) => [keyOf(phrase), phrase])).values()];
}

function readWords(): Map<string, KnownPhrase[]> {
  const byWord = new Map<string, KnownPhrase[]>();
  for (const phrase of BY_PHRASE.values())
    for (const word of new Set(phrase.words)) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [phrase]);
      else known.push(phrase);
    }
  return byWord;
}
