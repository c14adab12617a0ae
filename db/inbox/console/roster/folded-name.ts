import { type RawBuilder, sql } from "kysely";
import { NAME_MARKS, SPELLED_LETTERS } from "../../../../contract/relationships/fold-name.ts";

/**
 * SQL of a name as search and order compare it, the same as `foldName` returns. It has the order of its characters, so
 * that pages do not depend on the collation of the database.
 */
export function foldedName(name: string): RawBuilder<string> {
  const plain = sql`lower(regexp_replace(normalize(${sql.raw(name)}, NFKD), ${sql.lit(NAME_MARKS)}, '', 'g')
    collate "pg_c_utf8")`;
  return Object.entries(SPELLED_LETTERS).reduce<RawBuilder<string>>(
    (text, [letter, spelled]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(spelled)})`,
    sql`(${plain}) collate "C"`,
  );
}
