import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { firstPage } from "../api/first-page.ts";
import type { components } from "../api/routes.d.ts";
import type { InboxFilter } from "./filter/inbox-filter.ts";
import type { UrgentRows } from "./empty-state.ts";
import { type InboxView, PAGE_ROWS, viewQuery } from "./views.ts";

/** The rows of a view, page by page. */
export function inboxQuery(api: Api, { workspaceId, userId, view, filter }: InboxPlace) {
  return infiniteQueryOptions({
    queryKey: ["inbox", workspaceId, "list", view.id, filter.type, filter.coach],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/coach-tasks", {
          params: {
            path: { workspaceId },
            query: {
              ...viewQuery(view, userId, filter),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The workspace, the caller, the view, and what narrows it. */
export interface InboxPlace {
  readonly workspaceId: string;
  readonly userId: string;
  readonly view: InboxView;
  readonly filter: InboxFilter;
}

/** The urgent rows of the whole inbox, for a view that hides them. One page of them is counted. */
export function urgentQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: ["inbox", workspaceId, "urgent"],
    queryFn: async (): Promise<UrgentRows> => {
      const { items, nextCursor } = await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/coach-tasks", {
          params: {
            path: { workspaceId },
            query: { defaults: "none", severity: "URGENT", limit: PAGE_ROWS },
          },
        }),
      );
      return { count: items.length, hasMore: nextCursor !== null };
    },
  });
}

/** A task with its history. */
export function taskQuery(api: Api, workspaceId: string, taskId: string) {
  return queryOptions({
    queryKey: ["inbox", workspaceId, "task", taskId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/coach-tasks/{taskId}", {
          params: { path: { workspaceId, taskId } },
        }),
      ),
  });
}

export type InboxTask = components["schemas"]["CoachTaskItem"];
export type TaskDetail = components["schemas"]["CoachTaskDetail"];
