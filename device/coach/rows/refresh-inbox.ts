import type { Core } from "../../core.ts";
import { EVERY_SCOPE } from "../../changes.ts";
import type { Statement } from "../../ports/sql.ts";
import type { Session } from "../../session/types.ts";
import type { InboxRead } from "../types.ts";
import type { CoachTaskDetail } from "../../wire/inbox-types.ts";
import type { Get } from "../roster/types.ts";
import { unlessOrdered } from "../unless-ordered.ts";
import { endsReading } from "./ends-reading.ts";
import { type InboxState, loadInboxState, saveInboxState } from "./inbox-state.ts";
import { openRows } from "./open-rows.ts";
import {
  type InboxNews,
  type Read,
  readChanges,
  readDetail,
  readRows,
  type RowsRead,
} from "./read-rows.ts";
import { askForRescan } from "./rescan.ts";
import {
  type CacheKeys,
  cacheKeys,
  forgetResolved,
  forgetRevisions,
  forgetUnlisted,
  storeRows,
} from "./store-rows.ts";

/**
 * Reads the inbox of a workspace: first its changes, and the whole list if there are any. Rows, counts and cursor are
 * stored in one transaction, unless a purge order was carried out since. The number of statements does not grow with
 * the clients.
 *
 * Calls must be serialised, so that an older answer never replaces a newer one.
 */
export async function refreshInbox(
  core: Core,
  session: Session,
  workspaceId: string,
): Promise<InboxRead> {
  return await unlessOrdered(
    core.ports.sql,
    async (isUnordered) => await readAndStore({ core, session }, workspaceId, isUnordered),
  );
}

async function readAndStore(
  { core, session }: { readonly core: Core; readonly session: Session },
  workspaceId: string,
  isUnordered: Statement,
): Promise<InboxRead> {
  const get: Get = async (path) => await session.call({ method: "GET", path });
  const state = await loadInboxState(core.ports.sql, workspaceId);
  const keys = await cacheKeys(core);
  const changes = await changesSince(get, workspaceId, state);
  if (changes.kind === "FAILED") return outcomeOf(changes.answer);
  const { unchanged, isCursorLost } = changes.value;
  const read = unchanged === null ? await readRows(get, workspaceId) : null;
  if (read?.kind === "FAILED") return outcomeOf(read.answer);
  const details = await readOpenRows(core, get, workspaceId);
  const readAt = core.ports.clock.now();
  const news = { workspaceId, readAt, isCursorLost, ...details, keys };
  const statements =
    read === null
      ? await unchangedStatements(
          core,
          news,
          state === null ? null : { ...state, cursor: unchanged },
        )
      : await changedStatements(core, news, read.value);
  await core.ports.sql.write([
    isUnordered,
    ...statements,
    forgetHints(workspaceId),
    { sql: `update device_metadata set last_sync_at = ?`, params: [readAt] },
  ]);
  core.changes.emit(EVERY_SCOPE);
  return "READ";
}

/** The inbox covers all rows that verdicts asked to fetch again, and a coach's device keeps nothing else of a scope. */
function forgetHints(workspaceId: string): Statement {
  return {
    sql: `delete from cache_metadata
      where key in (select 'refetch/' || scope_id from cache_scope where workspace_id = ?)`,
    params: [workspaceId],
  };
}

interface News {
  readonly workspaceId: string;
  readonly readAt: number;
  readonly isCursorLost: boolean;
  /** Rows that were read alone, with their histories. */
  readonly details: readonly CoachTaskDetail[];
  /** Ids of rows that could not be read alone; what is stored of them stays. */
  readonly unread: readonly string[];
  readonly keys: CacheKeys;
}

/** Nothing changed: the listed rows are as fresh as this answer. */
async function unchangedStatements(
  core: Core,
  { workspaceId, readAt, details, unread, keys }: News,
  state: InboxState | null,
): Promise<readonly Statement[]> {
  return [
    ...(await storeRows(core, { listed: [], details, readAt, keys })),
    stillListed(workspaceId, readAt),
    forgetResolved(workspaceId, [...details.map(({ taskId }) => taskId), ...unread]),
    ...(state === null ? [] : [saveInboxState(workspaceId, { ...state, readAt })]),
  ];
}

async function changedStatements(
  core: Core,
  { workspaceId, readAt, isCursorLost, details, unread, keys }: News,
  { items, changesCursor, counts, isComplete }: RowsRead,
): Promise<readonly Statement[]> {
  const listed = items.map(({ taskId }) => taskId);
  const alone = [...details.map(({ taskId }) => taskId), ...unread];
  // A row of a client whom this device does not know yet is left out: the next read brings the whole list.
  const isWhole = items.every(({ client }) => keys.has(client.relationshipId));
  const cursor = isWhole ? changesCursor : null;
  return [
    ...(isCursorLost ? [forgetRevisions(workspaceId), askForRescan(readAt)] : []),
    ...(await storeRows(core, { listed: items, details, readAt, keys })),
    ...forgetUnlisted(workspaceId, { listed, alone }),
    saveInboxState(workspaceId, { cursor, counts, isComplete, readAt }),
  ];
}

function stillListed(workspaceId: string, readAt: number): Statement {
  return {
    sql: `update snapshot set read_at = ? where kind = 'coach_task' and position is not null
      and scope_id in (select scope_id from cache_scope where workspace_id = ?)`,
    params: [readAt, workspaceId],
  };
}

/** The outcome of a failed read, as an app shows it. */
export function outcomeOf({
  kind,
}: Extract<Read<unknown>, { kind: "FAILED" }>["answer"]): InboxRead {
  if (kind === "SIGN_IN") return "SIGN_IN";
  return kind === "NOT_FOUND" || kind === "REFUSED" || kind === "ACCOUNT" ? "ABSENT" : "OFFLINE";
}

/**
 * An inbox without a cursor may have missed a restore. A purge order that keeps the queue deletes the cursor, and
 * accepted operations stay. If nothing was accepted yet, no scope is read again.
 */
async function changesSince(
  get: Get,
  workspaceId: string,
  state: InboxState | null,
): Promise<Read<InboxNews>> {
  if (state !== null && state.cursor !== null)
    return await readChanges(get, workspaceId, state.cursor);
  return { kind: "READ", value: { unchanged: null, isCursorLost: true } };
}

/**
 * Reads the rows that have to be read alone. A row that the server does not have any more is left out. A failed row
 * does not discard the list: every refresh reads these rows again.
 */
async function readOpenRows(
  core: Core,
  get: Get,
  workspaceId: string,
): Promise<Pick<News, "details" | "unread">> {
  const now = core.ports.clock.now();
  const details: CoachTaskDetail[] = [];
  const unread: string[] = [];
  let isStopped = false;
  for (const taskId of await openRows(core.ports.sql, { workspaceId, now })) {
    const read = isStopped ? null : await readDetail(get, workspaceId, taskId);
    if (read?.kind === "READ") details.push(read.value);
    else if (read === null || outcomeOf(read.answer) !== "ABSENT") unread.push(taskId);
    if (read?.kind === "FAILED") isStopped = endsReading(read.answer);
  }
  return { details, unread };
}
