import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Api } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type InboxTask, taskQuery } from "../inbox-query.ts";
import { type Prefetcher, openPrefetcher } from "./prefetcher.ts";
import { whenIdle } from "../../kit/hooks/when-idle.ts";

/** Keeps the details of the first rows in memory. Only details of tasks: never answers, never a video. */
export function usePrefetch(workspaceId: string, tasks: readonly InboxTask[]): void {
  const { api } = useConsole();
  const queries = useQueryClient();
  const [prefetcher, setPrefetcher] = useState<Prefetcher | null>(null);
  useEffect(() => {
    const opened = openDetails({ api, queries, workspaceId });
    setPrefetcher(opened);
    return opened.stop;
  }, [api, queries, workspaceId]);
  useEffect(() => prefetcher?.want(tasks), [prefetcher, tasks]);
}

function openDetails({ api, queries, workspaceId }: DetailPlace): Prefetcher {
  const query = (taskId: string) => taskQuery(api, workspaceId, taskId);
  return openPrefetcher({
    isKept: ({ taskId, updatedAt }) =>
      queries.getQueryData(query(taskId).queryKey)?.updatedAt === updatedAt,
    load: async (taskId) => {
      try {
        await queries.query({ ...query(taskId), staleTime: 0, retry: false });
        return "DONE";
      } catch (error) {
        return error instanceof Problem && error.isPassing ? "LATER" : "DONE";
      }
    },
    listed: () => {
      const lists = queries.getQueriesData<InboxPages>({
        queryKey: ["inbox", workspaceId, "list"],
      });
      const pages = lists.flatMap(([, list]) => list?.pages ?? []);
      return new Set(pages.flatMap(({ items }) => items.map(({ taskId }) => taskId)));
    },
    drop: (taskId) =>
      queries.removeQueries({ queryKey: query(taskId).queryKey, exact: true, type: "inactive" }),
    whenIdle,
    now: () => Date.now(),
  });
}

interface InboxPages {
  readonly pages: readonly { readonly items: readonly InboxTask[] }[];
}

interface DetailPlace {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly workspaceId: string;
}
