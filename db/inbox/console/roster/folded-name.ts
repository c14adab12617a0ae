import { type RawBuilder, sql } from "kysely";

/** Combining marks, which NFKD separates from their letters. */
const MARKS = "[\\u0300-\\u036f]";

/** Letters that Unicode does not decompose, as people without them on their keyboard type them. */
const SPELLED = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe" } as const;

/**
 * SQL of a name as search and order compare it: in lower case, without accents. It has the order of its characters, so
 * that pages do not depend on the collation of the database.
 */
export function foldedName(name: string): RawBuilder<string> {
  const plain = sql`lower(regexp_replace(normalize(${sql.raw(name)}, NFKD), ${sql.lit(MARKS)}, '', 'g')
    collate "pg_c_utf8")`;
  return Object.entries(SPELLED).reduce<RawBuilder<string>>(
    (text, [letter, spelled]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(spelled)})`,
    sql`(${plain}) collate "C"`,
  );
}

/** The words of a search, folded like the names. */
export function foldedWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(new RegExp(MARKS, "gu"), "").toLowerCase();
  const spelled = Object.entries(SPELLED).reduce(
    (folded, [letter, spelling]) => folded.replaceAll(letter, spelling),
    plain,
  );
  return spelled.split(/\s+/u).filter((word) => word !== "");
}
