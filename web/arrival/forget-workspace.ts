import type { QueryClient } from "@tanstack/react-query";

/**
 * Drops everything that was read of a workspace. The page of the arrival stays: to remove a query while its component
 * waits would leave the component waiting for ever.
 */
export function forgetWorkspace(queries: Pick<QueryClient, "removeQueries">): void {
  queries.removeQueries({ predicate: ({ queryKey: [room] }) => !STAYING.has(room) });
}

/** First parts of the keys of what is read before somebody is let in. */
const STAYING: ReadonlySet<unknown> = new Set(["me", "arrival"]);
