import type { QueryClient } from "@tanstack/react-query";
import { type Me, meQuery } from "../frame/workspace/me-query.ts";
import { namedWorkspace } from "../frame/workspace/workspace-search.ts";
import { overviewQuery } from "../frame/overview-query.ts";
import { filterOf } from "../inbox/filter/inbox-filter.ts";
import { inboxQuery } from "../inbox/inbox-query.ts";
import { inboxSearch } from "../inbox/inbox-search.ts";
import { viewOf } from "../inbox/views.ts";
import type { Arrival } from "../session/arrive.ts";
import type { Session } from "../session/session.ts";
import { type Api, openApi } from "./api-client.ts";
import { openQueryClient } from "./query-client.ts";
import { openPositionTabs, withReadPosition } from "./read-position.ts";

/** Opens the API, and begins the first reads of the person who arrives. The code that draws them loads meanwhile. */
export function openReads(session: Session, arriving: Promise<Arrival>): Reads {
  const transport = withReadPosition((request) => fetch(request), openPositionTabs());
  const reads = { api: openApi(session, transport), queries: openQueryClient() };
  // A failure is the page's to show: it asks again.
  void beginReads(reads, { session, arriving, address: location }).catch(() => undefined);
  return reads;
}

/** The API as the signed-in person, and what was read of it. */
export interface Reads {
  readonly api: Api;
  readonly queries: QueryClient;
}

/**
 * Reads the signed-in coach, then the rows and counts of an inbox, whose address names them. Pages find the answers, or
 * wait for the same ones. Nothing is read for a person who is not signed in, and no inbox that the page does not show.
 */
export async function beginReads(reads: Reads, arriving: Arriving): Promise<void> {
  const { address, session } = arriving;
  const { kind } = await arriving.arriving;
  if (kind !== "SIGNED_IN") return;
  const me = await reads.queries.query(meQuery(reads.api, namedWorkspace(address.search)));
  const isOpen = session.joinHandle === null && me.workspace.status !== "SUSPENDED";
  if (isOpen && INBOX.test(address.pathname)) await readInbox(reads, { me, query: address.search });
}

/** A person on the way in, and where to. */
interface Arriving {
  readonly session: Pick<Session, "joinHandle">;
  readonly arriving: Promise<Arrival>;
  /** The address of the page, which the sign-in has cleaned once it is done. */
  readonly address: Pick<Location, "pathname" | "search">;
}

/** The home leads to the inbox. */
const INBOX = /^\/(?:inbox(?:\/|$)|$)/;

async function readInbox({ api, queries }: Reads, { me, query }: OwnInbox): Promise<void> {
  const { workspaceId } = me.workspace;
  const search = inboxSearch(Object.fromEntries(new URLSearchParams(query)));
  const view = viewOf(search.view ?? "all");
  const place = { workspaceId, userId: me.user.userId, view, filter: filterOf(view, search) };
  await Promise.all([
    queries.infiniteQuery(inboxQuery(api, place)),
    queries.query(overviewQuery(api, workspaceId)),
  ]);
}

interface OwnInbox {
  readonly me: Me;
  /** The part of the address that names the view. */
  readonly query: string;
}
