import { queryOptions } from "@tanstack/react-query";
import type { RosterSort } from "../../contract/inbox/console/vocabulary.ts";
import { type Api, answer } from "../api/api-client.ts";
import { readAllPages } from "../api/read-all-pages.ts";

/** All clients of a workspace in an order. A view or a filter is then a matter of the page. */
export function rosterQuery(api: Api, { workspaceId, sort, status }: RosterPlace) {
  return queryOptions({
    queryKey: ["clients", workspaceId, "roster", sort, status],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/clients", {
            params: { path: { workspaceId }, query: { sort, ...status, ...cursor } },
          }),
        ),
      ),
  });
}

/** Without a status, those whose relationship has not ended. */
interface RosterPlace {
  readonly workspaceId: string;
  readonly sort: RosterSort;
  readonly status: { readonly status?: string };
}
