import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer } from "../api/api-client.ts";
import { useConsole } from "../frame/console-context.ts";
import { type News, followWorkspace } from "./follow-workspace.ts";

/**
 * Keeps what the pages show up to date. One tab of the browser asks, and tells the others: a lock makes it the one, and
 * the next tab takes over when it closes.
 */
export function useLive(workspaceId: string): void {
  const { api, session } = useConsole();
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (kinds: readonly string[]) => {
      for (const queryKey of [["inbox", workspaceId], ["clients"], ["client"], ["onboardings"]])
        if (kinds.includes(queryKey[0] === "inbox" ? "TASK" : "CLIENT"))
          void queries.invalidateQueries({ queryKey });
    };
    const ended = new AbortController();
    const stopListening = session.tabs.onChanged((workspace, kinds) => {
      if (workspace === workspaceId) refresh(kinds);
    });
    const onNews = ({ reload, changed }: News) => {
      const kinds = reload ? ["TASK", "CLIENT"] : [...new Set(changed.map(({ kind }) => kind))];
      if (kinds.length === 0) return;
      refresh(kinds);
      session.tabs.tellChanged(workspaceId, kinds);
    };
    const pause = async (milliseconds: number) =>
      await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    const { signal } = ended;
    const ask = async (since: string | null, waitSeconds: number) =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/changes", {
          params: {
            path: { workspaceId },
            query: { ...(since !== null && { since }), waitSeconds },
          },
          signal,
        }),
      );
    navigator.locks
      .request(`sideline-live:${workspaceId}`, { signal }, async () => {
        await followWorkspace({ ask, signal, onNews, pause });
      })
      // Aborted while it waited for its turn.
      .catch(() => undefined);
    return () => {
      ended.abort();
      stopListening();
    };
  }, [api, session, queries, workspaceId]);
}
