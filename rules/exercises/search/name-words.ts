/**
 * The words of a name as search compares them: lower case, no accents, umlauts as plain letters, singular, no
 * fillers. Index and query both use it.
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

/** Words without information about an exercise. */
const FILLERS = new Set(
  "a an and at for from in of on or the to with der die das den dem mit am an auf im in und von zum zur".split(
    " ",
  ),
);

/** Letters that Unicode does not decompose. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
};

/** Plural to singular, for English exercise names; the result need not be a real word. */
function singularOf(word: string): string {
  if (word.length <= 2 || word === "ohs" || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
