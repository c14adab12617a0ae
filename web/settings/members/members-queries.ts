import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { readAllPages } from "../../api/read-all-pages.ts";

/** All invitations of coaches into the workspace. */
export const memberInvitationsQuery = (api: Api, workspaceId: string) =>
  queryOptions({
    queryKey: ["member-invitations", workspaceId],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/member-invitations", {
            params: { path: { workspaceId }, query: cursor },
          }),
        ),
      ),
  });

/** All relationships of the workspace, with the coach of each. */
export const relationshipsQuery = (api: Api, workspaceId: string) =>
  queryOptions({
    queryKey: ["clients", workspaceId, "coaches"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/relationships", {
            params: { path: { workspaceId }, query: cursor },
          }),
        ),
      ),
  });
