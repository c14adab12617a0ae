import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";

/** Whether a column contains a text as it is, in upper or lower case. */
export function containsText(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} ilike ${likePattern(text)}`;
}

/** The pattern of `like` for a text at any place; its own wildcards are escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
