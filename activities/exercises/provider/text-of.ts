/**
 * A provider's HTML as text: without tags and comments, with its character references resolved once, in one line. A
 * `<` that begins no tag stays, as in "fewer than <5".
 */
export function textOf(html: string): string {
  return html
    .replaceAll(MARKUP, " ")
    .replaceAll(REFERENCE, (reference, name: string) => characterOf(name) ?? reference)
    .replaceAll(INVISIBLE, "")
    .replaceAll(BLANKS, " ")
    .trim();
}

// A part that is never closed runs to the end: each attempt to close it would read the rest again.
const MARKUP = /<!--.*?(?:-->|$)|<(script|style)\b.*?(?:<\/\1\s*>|$)|<\/?[a-z][^<>]*>/gis;
const REFERENCE = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,7});/gi;
/** White space and control characters, which PostgreSQL does not store all. */
const BLANKS = /[\s\p{Cc}]+/gu;
/** Places where a word may break: they stand within words. */
const INVISIBLE = /[\u200B\u00AD]/g;

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED.get(name);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code >= 0x80 && code < 0xa0) return WINDOWS.decode(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

/** Numbers from 128 to 159 mean the characters of this encoding, as in browsers. */
const WINDOWS = new TextDecoder("windows-1252");

/** The characters from 160 to 255 by their names in HTML. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Other names that texts use. */
const OTHERS =
  "amp & lt < gt > quot \" apos ' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › hellip … bull • euro € trade ™ minus − le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ larr ← rarr → uarr ↑ darr ↓ OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ dagger † permil ‰ prime ′ Prime ″";

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, place) => [name, String.fromCodePoint(160 + place)] as const),
  ...Array.from(OTHERS.matchAll(/(\w+) (\S+)/g), ([, name = "", character = ""]) => {
    return [name, character] as const;
  }),
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["zwnj", ""],
  ["zwj", ""],
]);
