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

/**
 * Opens the API, and begins the first reads once the person is signed in: the coach, then the rows and counts of an
 * inbox. The code that draws them loads meanwhile. The page takes them over; one that fails is read again there.
 */
export function openReads(session: Session, arriving: Promise<Arrival>): Reads {
  const reads = { api: openApi(session), queries: openQueryClient() };
  void begin(reads, session, arriving).catch(() => undefined);
  return reads;
}

/** The API as the signed-in person, and what was read of it. */
export interface Reads {
  readonly api: Api;
  readonly queries: QueryClient;
}

async function begin(reads: Reads, session: Session, arriving: Promise<Arrival>): Promise<void> {
  const { kind } = await arriving;
  if (kind !== "SIGNED_IN") return;
  const me = await reads.queries.query(meQuery(reads.api, namedWorkspace(location.search)));
  const isShown = session.joinHandle === null && me.workspace.status !== "SUSPENDED";
  if (isShown && INBOX.test(location.pathname)) await readInbox(reads, me);
}

const INBOX = /^\/(?:inbox(?:\/|$)|$)/;

async function readInbox({ api, queries }: Reads, me: Me): Promise<void> {
  const { workspaceId } = me.workspace;
  const search = inboxSearch(Object.fromEntries(new URLSearchParams(location.search)));
  const view = viewOf(search.view ?? "all");
  const place = { workspaceId, userId: me.user.userId, view, filter: filterOf(view, search) };
  await Promise.all([
    queries.infiniteQuery(inboxQuery(api, place)),
    queries.query(overviewQuery(api, workspaceId)),
  ]);
}
