import { queryOptions } from "@tanstack/react-query";
import type { PlanStatus } from "../../contract/plans/vocabulary.ts";
import { type Api, answer } from "../api/api-client.ts";
import { readAllPages } from "../api/read-all-pages.ts";
import type { components } from "../api/routes.d.ts";

/** All plans of a status, newest first; without one, all that are not archived: at most 1,000. */
export function plansQuery(api: Api, workspaceId: string, status: PlanStatus | null) {
  const statuses = status === null ? IN_USE : [status];
  return queryOptions({
    queryKey: [...plansKey(workspaceId), "list", status],
    queryFn: async () => {
      const lists = await Promise.all(
        statuses.map(
          async (one) =>
            await readAllPages((cursor) =>
              answer(
                api.GET("/api/v1/workspaces/{workspaceId}/plans", {
                  params: {
                    path: { workspaceId },
                    query: { status: one, limit: PAGE, ...cursor },
                  },
                }),
              ),
            ),
        ),
      );
      return lists.flat().toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    },
  });
}

const IN_USE = ["DRAFT", "PUBLISHED"] as const satisfies readonly PlanStatus[];

/** One plan with its newest revision and its draft. */
export function planQuery(api: Api, { workspaceId, planId }: PlanPlace) {
  return queryOptions({
    queryKey: [...plansKey(workspaceId), "plan", planId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/plans/{planId}", {
          params: { path: { workspaceId, planId } },
        }),
      ),
  });
}

/** Everybody with a running or paused assignment of a plan, newest first. */
export function planClientsQuery(api: Api, { workspaceId, planId }: PlanPlace) {
  return queryOptions({
    queryKey: [...plansKey(workspaceId), "clients", planId],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/plans/{planId}/assignments", {
            params: { path: { workspaceId, planId }, query: { limit: PAGE, ...cursor } },
          }),
        ),
      ),
  });
}

/** Key of everything about the workspace's plans; an act makes it old. */
export const plansKey = (workspaceId: string) => ["plans", workspaceId] as const;

/** A plan of a workspace. */
export interface PlanPlace {
  readonly workspaceId: string;
  readonly planId: string;
}

export type Plan = components["schemas"]["Plan"];
export type ListedPlan = components["schemas"]["ListedPlan"];
export type PlanClient = components["schemas"]["PlanClient"];

const PAGE = 100;
