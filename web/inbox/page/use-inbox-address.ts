import { getRouteApi } from "@tanstack/react-router";
import { type Address, useAhead } from "../../kit/hooks/use-ahead.ts";
import { type InboxSearch, inboxSearch } from "../inbox-search.ts";

const route = getRouteApi("/inbox/{-$taskId}");

/** The open row and the view of the inbox, also before the router has drawn them. */
export function useInboxAddress(): InboxAddress {
  const { taskId = null } = route.useParams();
  const search = route.useSearch();
  return useAhead({ taskId, search }, readAddress);
}

export interface InboxAddress {
  /** The id of the open task; null if none is open. */
  readonly taskId: string | null;
  readonly search: InboxSearch;
}

function readAddress({ pathname, search }: Address): InboxAddress | null {
  const [, page, taskId = ""] = pathname.split("/");
  if (page !== "inbox") return null;
  return { taskId: taskId === "" ? null : taskId, search: inboxSearch(search) };
}
