import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";

/** The counts of the navigation. The long poll of the workspace puts newer ones in their place. */
export function overviewQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: overviewKey(workspaceId),
    queryFn: async (): Promise<Overview> =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/overview", { params: { path: { workspaceId } } }),
      ),
  });
}

/** Key of the counts. */
export const overviewKey = (workspaceId: string) => ["overview", workspaceId] as const;

/** The counts, and the cursor of the changes after them. */
export type Overview = components["schemas"]["WorkspaceOverview"];
