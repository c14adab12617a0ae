import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer } from "../api/api-client.ts";
import { useConsole } from "../frame/console-context.ts";
import { overviewKey, overviewQuery } from "../frame/overview-query.ts";
import { coalesceReads } from "./coalesce-reads.ts";
import { noteContact } from "./contact.ts";
import { type News, followWorkspace } from "./follow-workspace.ts";
import { useKept } from "./kept/use-kept.ts";

/**
 * Keeps the pages up to date. One tab of the browser polls and forwards changes to the others. A lock selects that tab,
 * and the next one takes over when it closes.
 */
export function useLive(workspaceId: string): void {
  const { api, session } = useConsole();
  const queries = useQueryClient();
  const checkClients = useKept(workspaceId);
  useEffect(() => {
    const readAgain = coalesceReads(
      async (name) => await queries.invalidateQueries({ queryKey: [name] }),
    );
    const refresh = (kinds: readonly string[]) => {
      for (const name of new Set(kinds.flatMap((kind) => READ_BY_KIND[kind] ?? [])))
        readAgain(name);
    };
    const ended = new AbortController();
    const stopNoting = noteReads(queries);
    const stopHearing = session.tabs.onAlive((workspace) => {
      if (workspace === workspaceId) noteContact(Date.now());
    });
    const stopListening = session.tabs.onChanged((workspace, kinds, clients) => {
      if (workspace !== workspaceId) return;
      refresh(kinds);
      checkClients(clients);
      void queries.invalidateQueries({ queryKey: overviewKey(workspaceId) });
    });
    const onNews = ({ reload, changed, overview, cursor }: News) => {
      const kinds = reload ? Object.keys(READ_BY_KIND) : changed.map(({ kind }) => kind);
      if (kinds.length === 0) return;
      const clients = changed.filter(({ kind }) => kind === "CLIENT").map(({ id }) => id);
      refresh(kinds);
      checkClients(clients);
      // It was read after the changes, so it is newer than a read that they begin.
      if (overview !== null)
        queries.setQueryData(overviewKey(workspaceId), { ...overview, changesCursor: cursor });
      session.tabs.tellChanged(workspaceId, kinds, clients);
    };
    const onRefused = () => {
      refresh([MEMBERSHIP]);
      session.tabs.tellChanged(workspaceId, [MEMBERSHIP], []);
    };
    const pause = async (milliseconds: number) =>
      await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    const { signal } = ended;
    // The counts say where their changes begin, so one read serves the navigation and the first poll.
    const begin = async (): Promise<News> => {
      const read = { ...overviewQuery(api, workspaceId), staleTime: BEGINS_WITHIN_MS };
      const { changesCursor } = await queries.query(read);
      return { reload: false, changed: [], overview: null, cursor: changesCursor };
    };
    const ask = async (since: string | null, waitSeconds: number) => {
      const news =
        since === null
          ? await begin()
          : await answer(
              api.GET("/api/v1/workspaces/{workspaceId}/changes", {
                params: { path: { workspaceId }, query: { since, waitSeconds } },
                signal,
              }),
            );
      noteContact(Date.now());
      session.tabs.tellAlive(workspaceId);
      return news;
    };
    navigator.locks
      .request(`sideline-live:${workspaceId}`, { signal }, async () => {
        await followWorkspace({ ask, signal, onNews, onRefused, pause });
      })
      // Aborted while it waited for its turn.
      .catch(() => undefined);
    return () => {
      ended.abort();
      stopListening();
      stopHearing();
      stopNoting();
      noteContact(null);
    };
  }, [api, session, queries, workspaceId, checkClients]);
}

/** Counts each answer that a page reads as contact with the server. Returns what ends it. */
const noteReads = (queries: QueryClient): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success" && event.action.manual !== true)
      noteContact(event.query.state.dataUpdatedAt);
  });

/** Counts that are older do not begin a poll: the page must hear from the server before it counts as silent. */
const BEGINS_WITHIN_MS = 10_000;

/** Told to the other tabs when the workspace no longer answers: each looks up the caller again. */
const MEMBERSHIP = "MEMBERSHIP";

/** Queries about each kind of thing that changes, by the first part of their key. */
const READ_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  TASK: ["inbox", "clients", "client"],
  CLIENT: ["clients", "client", "onboardings"],
  [MEMBERSHIP]: ["me"],
};
