/** Longest word whose mistakes are looked for. */
const LONGEST = 24;

/**
 * A word and all that is left of it when one letter is lost. Two words that differ by one letter lost, added,
 * put in the place of another, or by two neighbours exchanged, share one of these.
 */
export function remnantsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < 3 || letters.length > LONGEST) return [word];
  const lost = letters.map((_, place) => letters.toSpliced(place, 1).join(""));
  return [...new Set([word, ...lost])];
}
