import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { readAllPages } from "../api/read-all-pages.ts";

/** All members of the workspace. */
export function membersQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: ["members", workspaceId],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/members", {
            params: { path: { workspaceId }, query: cursor },
          }),
        ),
      ),
  });
}
