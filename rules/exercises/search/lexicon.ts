import { KNOWN_WORDS } from "./phrase-index.ts";
import { remnantsOf } from "./remnants.ts";
import type { TypedTerm } from "./typed-terms.ts";

/** A library word that resembles a typed word, or is a looked-up word itself. */
export type RelatedTerm = { readonly typed: string; readonly word: string };

/** Words to look up in the library. */
export type Lookup = {
  /** Typed words: the library answers with words that begin like them or resemble them. */
  readonly typed: readonly { readonly word: string; readonly remnants: readonly string[] }[];
  /** Parts of compounds and joined words: the library answers with those that it has. */
  readonly exact: readonly string[];
};

/** Words to look up in the library before a search text is read. */
export function lookupOf(terms: readonly TypedTerm[]): Lookup {
  const words = terms.map(({ word }) => word);
  const joined = words.slice(1).map((word, at) => `${words[at] ?? ""}${word}`);
  return {
    typed: words.map((word) => ({ word, remnants: remnantsOf(word) })),
    exact: [...new Set([...words.flatMap(partsOf), ...joined])],
  };
}

/** Known words: those of the library that were asked for, and those of synonyms. */
export interface Lexicon {
  /** Whether a name or a synonym contains the word. */
  readonly has: (word: string) => boolean;
  /** Whether a word of the library begins like this. */
  readonly begins: (word: string) => boolean;
  /** The words of a compound, for example of a German one; null if it is none. */
  readonly split: (word: string) => readonly string[] | null;
  /** The words that a mistyped one may stand for: those one mistake away, else those two away. */
  readonly corrections: (word: string) => readonly string[];
}

/** Reads the library's answer to {@link lookupOf}. */
export function readLexicon(related: readonly RelatedTerm[]): Lexicon {
  const words = new Set(related.map(({ word }) => word));
  const byTyped = Map.groupBy(related, ({ typed }) => typed);
  const relatedTo = (word: string) => (byTyped.get(word) ?? []).map((one) => one.word);
  const has = (word: string) => words.has(word) || KNOWN_WORDS.has(word);

  // Without it, a long word over a few short ones would be cut in exponentially many ways.
  const indivisible = new Set<string>();

  function split(word: string): readonly string[] | null {
    if (indivisible.has(word)) return null;
    const [, count = "", unit = ""] = /^(\d+)(\D+)$/.exec(word) ?? [];
    if (has(unit)) return [count, unit];
    for (const [one, other] of cutsOf(word)) {
      if (!has(one)) continue;
      const rest = has(other) ? [other] : split(other);
      if (rest !== null) return [one, ...rest];
    }
    indivisible.add(word);
    return null;
  }

  function corrections(word: string): readonly string[] {
    if (word.length < SHORT) return [];
    const known = new Set([...relatedTo(word), ...KNOWN_WORDS]);
    const alike = [...known].filter((one) => one !== word && isAlike(one, word));
    const near = alike.filter((one) => mistakes(one, word) <= 1);
    if (near.length > 0 || word.length < LONG) return near;
    return alike.filter((one) => one[0] === word[0] && mistakes(one, word) <= 2);
  }

  const begins = (word: string) => relatedTo(word).some((one) => one.startsWith(word));
  return { has, begins, split, corrections };
}

/** From this length on, a word may have two mistakes. */
const LONG = 6;
const SHORT = 3;

/** Cheap test before the distance is computed; a short word keeps its first letter. */
function isAlike(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || one.length < SHORT) return false;
  return other.length > 4 || one[0] === other[0];
}

/** Both parts of every cut of a word; German joins some with an s. */
function cutsOf(word: string): (readonly [string, string])[] {
  return Array.from({ length: Math.max(0, word.length - 2 * SHORT + 1) }, (_, at) => at + SHORT)
    .toReversed()
    .flatMap((at) => {
      const [one, other] = [word.slice(0, at), word.slice(at)] as const;
      const plain = [one, other] as const;
      return other.startsWith("s") && other.length > SHORT
        ? [plain, [one, other.slice(1)] as const]
        : [plain];
    });
}

function partsOf(word: string): string[] {
  return cutsOf(word).flat();
}

/** How many letters differ: lost, added, replaced, or swapped with their neighbour. */
function mistakes(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let left = 1; left <= one.length; left += 1) {
    const next = [left];
    for (let right = 1; right <= other.length; right += 1) {
      const same = one[left - 1] === other[right - 1];
      let least = Math.min(
        (row[right] ?? 0) + 1,
        (next[right - 1] ?? 0) + 1,
        (row[right - 1] ?? 0) + (same ? 0 : 1),
      );
      const isSwapped = one[left - 1] === other[right - 2] && one[left - 2] === other[right - 1];
      if (left > 1 && right > 1 && isSwapped) least = Math.min(least, (before[right - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
