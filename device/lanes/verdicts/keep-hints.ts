import { isJsonObject, parseJson } from "../../json.ts";
import type { Sql, Statement } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";
import { type Hint, readHints } from "./read-results.ts";

/**
 * Stores what the answers of a scope ask to fetch again, each path once. It is part of the transaction that stores the
 * answer, because a read since the cursor stored with it does not show these changes.
 *
 * @param mark a new id: a hint that arrives again while it is followed is not lost with the former one.
 */
export function saveHints(
  scopeId: string,
  hints: readonly Hint[],
  { now, mark }: { readonly now: number; readonly mark: string },
): Statement {
  const byPath = Object.fromEntries(hints.map((hint) => [hint.path, hint]));
  return {
    sql: `insert into cache_metadata (key, value, updated_at) values (?, ?, ?)
      on conflict (key) do update set updated_at = excluded.updated_at,
        value = iif(length(value) < ${MOST_TEXT}, json_patch(value, excluded.value), excluded.value)`,
    params: [keyOf(scopeId), JSON.stringify({ mark, byPath }), now],
  };
}

/** What is to be fetched again in a scope, and the text that `dropHints` needs. */
export async function hintsOf(sql: Sql, scopeId: string): Promise<SavedHints> {
  const [row] = await sql.read({
    sql: "select value from cache_metadata where key = ?",
    params: [keyOf(scopeId)],
  });
  if (row === undefined) return { hints: [], stored: null };
  const stored = textIn(row, "value");
  const content = parseJson(stored);
  const byPath = isJsonObject(content) && isJsonObject(content["byPath"]) ? content["byPath"] : {};
  return { hints: readHints(Object.values(byPath)), stored };
}

/** Hints as stored. */
export interface SavedHints {
  readonly hints: readonly Hint[];
  readonly stored: string | null;
}

/** Removes hints that were followed, unless an answer added some meanwhile: then all are followed once more. */
export function dropHints(scopeId: string, { stored }: SavedHints): Statement {
  return {
    sql: "delete from cache_metadata where key = ? and value = ?",
    params: [keyOf(scopeId), stored],
  };
}

/** Whoever follows none for so long reads the whole scope first: older hints are dropped. */
const MOST_TEXT = 32_768;

function keyOf(scopeId: string): string {
  return `refetch/${scopeId}`;
}
