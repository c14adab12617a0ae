import type { QueryClient } from "@tanstack/react-query";

/** Keeps the list that a client is opened from, in memory only, so that `[` and `]` walk through it. */
export function rememberList(queries: QueryClient, relationshipIds: readonly string[]): void {
  queries.setQueryData(LIST, relationshipIds);
}

/** The list that a client was opened from; null if none was kept, or if it has not this client. */
export function rememberedList(
  queries: QueryClient,
  relationshipId: string,
): readonly string[] | null {
  const list = queries.getQueryData<readonly string[]>(LIST);
  return list?.includes(relationshipId) === true ? list : null;
}

/** The clients before and after one in a list; null at an end, or for a client who is not in it. */
export function neighboursIn(list: readonly string[], relationshipId: string): Neighbours {
  const at = list.indexOf(relationshipId);
  if (at < 0) return { before: null, after: null };
  return { before: list[at - 1] ?? null, after: list[at + 1] ?? null };
}

export interface Neighbours {
  readonly before: string | null;
  readonly after: string | null;
}

const LIST = ["list-came-from"];
