import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useConsole } from "../../frame/console-context.ts";
import { type Overview, overviewQuery } from "../../frame/overview-query.ts";
import type { InboxCounts } from "../views.ts";

/** The counts of the views: those that the navigation has read. */
export function useInboxCounts(workspaceId: string): UseQueryResult<InboxCounts> {
  const { api } = useConsole();
  return useQuery({ ...overviewQuery(api, workspaceId), select: countsOfInbox });
}

const countsOfInbox = ({ inbox }: Overview): InboxCounts => inbox;
