import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useConsole } from "../../frame/console-context.ts";
import { overviewQuery } from "../../frame/overview-query.ts";
import { countsQuery } from "../inbox-query.ts";
import type { InboxCounts } from "../views.ts";

/** The counts of the views: those of the inbox, with the urgent ones and the reader's own from the navigation's. */
export function useInboxCounts(workspaceId: string): UseQueryResult<InboxCounts> {
  const { api } = useConsole();
  const overview = useQuery(overviewQuery(api, workspaceId)).data?.inbox;
  const counts = useQuery(countsQuery(api, workspaceId));
  if (counts.data === undefined || overview === undefined) return counts;
  const { urgent, mine } = overview;
  return { ...counts, data: { ...counts.data, urgent, mine } };
}
