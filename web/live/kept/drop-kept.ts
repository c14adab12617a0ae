import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Drops what the tab has read. A query that a page shows begins anew, because to remove it would leave the page waiting
 * for ever.
 */
export function dropKept(queries: QueryClient, isDropped: (query: Query) => boolean): void {
  queries.removeQueries({ type: "inactive", predicate: isDropped });
  void queries.resetQueries({ type: "active", predicate: isDropped });
}

/**
 * Drops everything that was read of another workspace, because no page of this one shows it. This includes who the
 * coach is there. Data that a page shows stay.
 */
export function dropOtherWorkspaces(queries: QueryClient, workspaceId: string): void {
  queries.removeQueries({
    type: "inactive",
    predicate: ({ queryKey: [, about] }) => about !== workspaceId,
  });
}

/** Drops everything that was read about a client who is gone, and has the lists that name them read again. */
export function forgetClient(queries: QueryClient, relationshipId: string): void {
  dropKept(queries, (query) => isAboutClient(query, relationshipId));
  for (const name of ["inbox", "clients"]) void queries.invalidateQueries({ queryKey: [name] });
}

/** True if the tab still has something about a client. */
export const keepsClient = (queries: QueryClient, relationshipId: string): boolean =>
  queries
    .getQueryCache()
    .getAll()
    .some((query) => query.state.data !== undefined && isAboutClient(query, relationshipId));

/** The key of a file does not say whose it is, so every client who is gone takes all files along. */
function isAboutClient({ queryKey, state }: Query, relationshipId: string): boolean {
  const [room, about, part] = queryKey;
  if (room === "client") return about === relationshipId;
  if (room === "media") return true;
  return room === "inbox" && part === "task" && clientOf(state.data) === relationshipId;
}

/** The client of a task's detail. */
function clientOf(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("client" in data)) return null;
  const { client } = data;
  if (typeof client !== "object" || client === null || !("relationshipId" in client)) return null;
  return client.relationshipId;
}
