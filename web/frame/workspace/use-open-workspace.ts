import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { useConsole } from "../console-context.ts";
import { meQuery } from "./me-query.ts";
import { pageLike, withWorkspace } from "./workspace-search.ts";

/**
 * Opens another workspace of the coach, at the list like the present page or at `to`. It is read first, so that a
 * workspace that does not answer changes nothing.
 *
 * @throws Problem from what it returns.
 */
export function useOpenWorkspace(): OpenWorkspace {
  const { api } = useConsole();
  const queries = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (workspaceId, to) => {
      const read = meQuery(api, workspaceId);
      // Without a connection it fails at once, and does not wait for one.
      await queries.query({ ...read, staleTime: 0, retry: false, networkMode: "always" });
      const address = to ?? pageLike(router.state.location.pathname);
      await router.navigate({ href: withWorkspace(address, workspaceId) });
    },
    [api, queries, router],
  );
}

export type OpenWorkspace = (workspaceId: string, to?: string) => Promise<void>;
