/**
 * A name as search and order compare it: in lower case, without accents, in the letters of a plain keyboard. The roster
 * does the same in SQL (`foldedName`), so that the API and a console find the same people.
 */
export function foldName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(MARKS, "").toLowerCase();
  return Object.entries(SPELLED_LETTERS).reduce(
    (folded, [letter, spelled]) => folded.replaceAll(letter, spelled),
    plain,
  );
}

/** The words of a search, folded like the names. */
export const foldWords = (text: string): readonly string[] =>
  foldName(text)
    .split(/\s+/u)
    .filter((word) => word !== "");

/** Accents, which NFKD separates from their letters, and the vowel points of Hebrew and Arabic. */
export const NAME_MARKS =
  "[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670]";
const MARKS = new RegExp(NAME_MARKS, "gu");

/** Lower-case letters that Unicode does not decompose, as people without them on their keyboard type them. */
export const SPELLED_LETTERS = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  // JavaScript writes the last sigma of a word in its own form, PostgreSQL does not.
  ς: "σ",
} as const;
