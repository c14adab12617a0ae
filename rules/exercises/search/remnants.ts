/**
 * A word and every form of it with one letter deleted. Two words that differ by one deletion, insertion, replacement
 * or swap of neighbours share one of these.
 */
export function remnantsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < 3 || letters.length > LONGEST) return [word];
  const lost = letters.map((_, place) => letters.toSpliced(place, 1).join(""));
  return [...new Set([word, ...lost])];
}

/** Longest word that is searched with mistakes. */
const LONGEST = 24;
