import { isJsonObject, parseJson } from "../../json.ts";
import type { Sql, Statement } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";
import { type Hint, readHints } from "./read-results.ts";

/**
 * Stores the paths that the answers of a scope ask to fetch again, each path once. It runs in the transaction that
 * stores the answer: a read from the cursor of that answer does not show these changes.
 *
 * @param mark a new id. A hint that arrives again while it is being fetched is not removed with the former one.
 */
export function saveHints(
  scopeId: string,
  hints: readonly Hint[],
  { now, mark }: { readonly now: number; readonly mark: string },
): Statement {
  return {
    sql: `insert into cache_metadata (key, value, updated_at) values (?, ?, ?)
      on conflict (key) do update set updated_at = excluded.updated_at,
        value = iif(length(value) < ${MOST_TEXT}, json_patch(value, excluded.value), excluded.value)`,
    params: [keyOf(scopeId), hintText(hints, mark), now],
  };
}

/** Hints as they are stored if there were none before. */
export function hintText(hints: readonly Hint[], mark: string): string {
  return JSON.stringify({
    mark,
    byPath: Object.fromEntries(hints.map((hint) => [hint.path, hint])),
  });
}

/** The paths to fetch again in a scope, and the stored text that `dropHints` needs. */
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

/** Removes hints that were fetched. If an answer added some meanwhile, all are fetched once more. */
export function dropHints(scopeId: string, { stored }: SavedHints): Statement {
  return {
    sql: "delete from cache_metadata where key = ? and value = ?",
    params: [keyOf(scopeId), stored],
  };
}

/** Maximum characters of stored hints. Beyond it, older ones are dropped: such a device reads the whole scope first. */
const MOST_TEXT = 32_768;

function keyOf(scopeId: string): string {
  return `refetch/${scopeId}`;
}
