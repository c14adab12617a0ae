/** Words that say nothing about an exercise. */
const FILLERS = new Set(
  "a an and at for from in of on or the to with der die das den dem mit am an auf im in und von zum zur".split(
    " ",
  ),
);

/** Letters that fall apart into none of their own. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
};

/**
 * The words of a name as search compares them: small letters without accents, German umlauts as their plain
 * letters, one form for singular and plural, without what says nothing. Index and query go through it alike.
 */
export function nameWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll(/[ßøłđæœ]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’`]/g, "");
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word)).map(singularOf);
}

/** Plural to singular, as English names of exercises have it; what it makes need not be a word of the language. */
function singularOf(word: string): string {
  if (word.length <= 2 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
