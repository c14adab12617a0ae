import { Refusal } from "../../contract/refusal.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { IdList } from "../id-page.ts";

/** A page from its rows; one row beyond the limit means that there is a next page. */
export function datePage<Row extends { readonly localDate: string }>(
  { deps, scope }: IdList,
  found: readonly Row[],
  { limit, idOf }: { readonly limit: number; readonly idOf: (row: Row) => string },
): { readonly items: Row[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  if (found.length <= limit || last === undefined) return { items, nextCursor: null };
  const position = { localDate: last.localDate, id: idOf(last) };
  return { items, nextCursor: encodeCursor(deps.keys.cursor, scope, position) };
}

/**
 * The last item of the previous page, in a list by local date and id; null for the first page. @throws Refusal
 * CURSOR_INVALID.
 */
export function dateAfter(
  { deps, scope }: IdList,
  cursor: string | undefined,
): { readonly localDate: string; readonly id: string } | null {
  if (cursor === undefined) return null;
  const { localDate, id } = decodeCursor(deps.keys.cursor, scope, cursor);
  if (typeof localDate !== "string" || typeof id !== "string") throw new Refusal("CURSOR_INVALID");
  return { localDate, id };
}
