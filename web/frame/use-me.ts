import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { rootRouteId, useSearch } from "@tanstack/react-router";
import { type Api, answer } from "../api/api-client.ts";
import { againWhilePassing } from "../api/query-client.ts";
import type { components } from "../api/routes.d.ts";
import { setReaderZone } from "../texts/reader-zone.ts";
import { useConsole } from "./console-context.ts";
import { keepLastWorkspace, readLastWorkspace } from "./workspace/last-workspace.ts";
import { readMe } from "./workspace/read-me.ts";

/** The signed-in coach, the workspace that the address names, and the permissions in it. */
export function useMe(): Me {
  const { api } = useConsole();
  const { data } = useSuspenseQuery(meQuery(api, useNamedWorkspace()));
  return data;
}

/** The workspace that the address names; null without one. */
export const useNamedWorkspace = (): string | null =>
  useSearch({ from: rootRouteId, select: ({ workspace = null }) => workspace });

/**
 * The read of the signed-in coach in a workspace; null for the one of an address without a name. The page stands on it:
 * a refusal shows the next step instead of the console.
 */
export const meQuery = (api: Api, named: string | null) =>
  queryOptions({
    queryKey: [...ME_KEY, named],
    queryFn: async ({ client, queryKey }) => {
      const me = await readMe<Me>({
        named,
        // Another tab may show another workspace meanwhile; this one stays where it is.
        last: client.getQueryData(queryKey) === undefined ? readLastWorkspace() : null,
        forgetLast: () => keepLastWorkspace(null),
        ask: async (workspaceId) =>
          await answer(
            api.GET("/api/v1/auth/me", {
              params: { query: workspaceId === null ? {} : { workspaceId } },
            }),
          ),
      });
      setReaderZone(me.coachProfile.timezone);
      return me;
    },
    staleTime: ME_STALE_MS,
    refetchInterval: againWhilePassing,
  });

/** Key of every read of the signed-in coach. */
export const ME_KEY = ["me"] as const;

/** Whether the person has an account as a coach, which staff need not have. */
export const hasCoachAccount = (queries: QueryClient): boolean =>
  queries.getQueriesData({ queryKey: ME_KEY }).some(([, me]) => me !== undefined);

export type Me = components["schemas"]["CoachMe"];

const ME_STALE_MS = 60_000;
