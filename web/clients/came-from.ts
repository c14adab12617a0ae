import type { QueryClient } from "@tanstack/react-query";

/** Keeps the list that a client is opened from, in memory only, so that `[` and `]` walk through it. */
export function rememberList(queries: QueryClient, relationshipIds: readonly string[]): void {
  queries.setQueryData(LIST, relationshipIds);
}

/** The clients before and after one in the list that the reader came from; null at an end, or without a list. */
export function neighboursOf(queries: QueryClient, relationshipId: string): Neighbours {
  const list = queries.getQueryData<readonly string[]>(LIST) ?? [];
  const at = list.indexOf(relationshipId);
  if (at < 0) return { before: null, after: null };
  return { before: list[at - 1] ?? null, after: list[at + 1] ?? null };
}

export interface Neighbours {
  readonly before: string | null;
  readonly after: string | null;
}

const LIST = ["clients", "list-came-from"];
