/** Similarity of word lists: shared weight over total weight; each word weighs by its rarity in the library. */
export interface TermIndex {
  /** The library positions that share any of these terms, each with its similarity, 0 to 1. */
  readonly likenesses: (terms: readonly string[]) => ReadonlyMap<number, number>;
}

/**
 * An index over term lists by weighted overlap: the shared weight over the weight of the union. A term weighs the
 * logarithm of its rarity: "barbell" weighs little, "zercher" much.
 */
export function indexOf(lists: readonly (readonly string[])[]): TermIndex {
  const places = new Map<string, number[]>();
  for (const [place, terms] of lists.entries())
    for (const term of new Set(terms)) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [place]);
      else known.push(place);
    }
  const weightOf = (term: string) =>
    Math.log(1 + lists.length / ((places.get(term)?.length ?? 0) + 1));
  const sums = lists.map((terms) => sumOf(new Set(terms), weightOf));

  function likenesses(terms: readonly string[]): ReadonlyMap<number, number> {
    const own = new Set(terms);
    const ownSum = sumOf(own, weightOf);
    const shared = new Map<number, number>();
    for (const term of own)
      for (const place of places.get(term) ?? [])
        shared.set(place, (shared.get(place) ?? 0) + weightOf(term));
    return new Map(
      [...shared].map(([place, sum]) => [place, sum / (ownSum + (sums[place] ?? 0) - sum)]),
    );
  }
  return { likenesses };
}

function sumOf(terms: ReadonlySet<string>, weightOf: (term: string) => number): number {
  let sum = 0;
  for (const term of terms) sum += weightOf(term);
  return sum;
}

/** The trigrams of words, each padded as PostgreSQL's `pg_trgm` pads them. */
export function trigramsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const padded = `  ${word} `;
    return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
  });
}
