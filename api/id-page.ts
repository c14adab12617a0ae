import { Refusal } from "../contract/refusal.ts";
import { decodeCursor, encodeCursor } from "./encode-cursor.ts";
import type { ApiDeps } from "./api-deps.ts";

/** A page from its rows; one row beyond the limit means that there is a next page. */
export function idPage<Row extends { readonly id: string }>(
  { deps, scope }: IdList,
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const ended = rows.length <= limit || last === undefined;
  return {
    rows: page,
    nextCursor: ended ? null : encodeCursor(deps.keys.cursor, scope, { id: last.id }),
  };
}

/** A list read by id, newest first, with its cursors. */
export interface IdList {
  readonly deps: ApiDeps;
  /** The query that the cursors belong to, with all its filters. */
  readonly scope: string;
}

/** Id after which a page begins, or null for the first. @throws Refusal CURSOR_INVALID. */
export function idAfter({ deps, scope }: IdList, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const { id } = decodeCursor(deps.keys.cursor, scope, cursor);
  if (typeof id !== "string") throw new Refusal("CURSOR_INVALID");
  return id;
}

/** Reads the requested page of a list. @throws Refusal CURSOR_INVALID. */
export async function readIdPage<Row extends { readonly id: string }>(
  list: IdList,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  find: (page: {
    readonly afterId: string | null;
    readonly limit: number;
  }) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const found = await find({ afterId: idAfter(list, cursor), limit });
  return idPage(list, found, limit);
}
