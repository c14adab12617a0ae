import { type RawBuilder, sql } from "kysely";
import { NAME_MARKS, SPELLED_LETTERS } from "../../../../contract/relationships/fold-name.ts";

/**
 * SQL of a name as search and order compare it, the same as `foldName` returns. It has the order of its characters, so
 * that pages do not depend on the collation of the database.
 */
export function foldedName(name: string): RawBuilder<string> {
  const raw = sql.raw(name);
  const plain = sql<string>`lower(regexp_replace(normalize(${raw}, NFKD), ${sql.lit(NAME_MARKS)}, '', 'g')
    collate "pg_c_utf8") collate "C"`;
  const spelled = Object.entries(SPELLED_LETTERS).reduce<RawBuilder<string>>(
    (text, [letter, letters]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(letters)})`,
    plain,
  );
  // A name of ASCII alone has nothing to fold but its case, which takes a tenth of the time.
  return sql`(case when octet_length(${raw}) = char_length(${raw})
    then lower(${raw} collate "pg_c_utf8") collate "C" else ${spelled} end)`;
}
