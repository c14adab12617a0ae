import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { readAllPages } from "../api/read-all-pages.ts";

/** The published forms of a workspace; the newest version of each may be the form of a check-in. */
export function publishedFormsQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: ["forms", workspaceId, "published"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/forms", {
            params: { path: { workspaceId }, query: { status: "PUBLISHED", ...cursor } },
          }),
        ),
      ),
  });
}
