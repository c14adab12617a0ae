import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";

/** The settings of the workspace, with the defaults of those never chosen. */
export const workspaceQuery = (api: Api, workspaceId: string) =>
  queryOptions({
    queryKey: ["workspace-settings", workspaceId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/settings", { params: { path: { workspaceId } } }),
      ),
  });
