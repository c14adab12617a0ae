import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { rootRouteId, useSearch } from "@tanstack/react-router";
import { useConsole } from "./console-context.ts";
import { ME_KEY, type Me, meQuery } from "./workspace/me-query.ts";

/** The signed-in coach, the workspace that the address names, and the permissions in it. */
export function useMe(): Me {
  const { api } = useConsole();
  const { data } = useSuspenseQuery(meQuery(api, useNamedWorkspace()));
  return data;
}

/** The workspace that the address names; null without one. */
export const useNamedWorkspace = (): string | null =>
  useSearch({ from: rootRouteId, select: ({ workspace = null }) => workspace });

/** Whether the person has an account as a coach, which staff need not have. */
export const hasCoachAccount = (queries: QueryClient): boolean =>
  queries.getQueriesData({ queryKey: ME_KEY }).some(([, me]) => me !== undefined);
