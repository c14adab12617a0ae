import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { isRefusedRead } from "../../api/problem.ts";
import { relationshipQuery } from "../../client/client-queries.ts";
import { useConsole } from "../../frame/console-context.ts";
import { dropOtherWorkspaces, forgetClient, keepsClient } from "./drop-kept.ts";
import { watchKept } from "./watch-kept.ts";

/**
 * Watches over what the tab has read of a workspace, and drops it when it may no longer be shown.
 *
 * @returns what looks up clients after a change: whoever is gone is forgotten. Clients of whom the tab has nothing are
 *   not looked up.
 */
export function useKept(workspaceId: string): (relationshipIds: readonly string[]) => void {
  const { api } = useConsole();
  const queries = useQueryClient();
  useEffect(() => {
    dropOtherWorkspaces(queries, workspaceId);
    return watchKept({
      queries,
      workspaceId,
      now: () => Date.now(),
      everyMinute,
      askMe: () => void queries.invalidateQueries({ queryKey: ["me"] }),
    });
  }, [queries, workspaceId]);
  return useCallback(
    (relationshipIds) => {
      for (const relationshipId of relationshipIds)
        if (keepsClient(queries, relationshipId))
          queries
            .query({
              ...relationshipQuery(api, { workspaceId, relationshipId }),
              retry: false,
            })
            .catch((error: unknown) => {
              if (isRefusedRead(error)) forgetClient(queries, relationshipId);
            });
    },
    [api, queries, workspaceId],
  );
}

/** Once a minute, and when the page is shown again: timers stand still while a computer sleeps. */
function everyMinute(run: () => void): () => void {
  const timer = setInterval(run, MINUTE_MS);
  document.addEventListener("visibilitychange", run);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
}

const MINUTE_MS = 60_000;
