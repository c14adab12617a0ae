import { isJsonObject, numberAt, parseJson, textAt } from "../../json.ts";
import type { Sql, Statement } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";
import { INBOX, WORKSPACES } from "../../store/names.ts";
import type { OwnInboxSummary } from "../../wire/inbox-types.ts";

/** The inbox of a workspace as a whole: counts and instants, no row. */
export interface InboxState {
  /** Cursor for the changes since the last whole read; null if the whole list has to be read. */
  readonly cursor: string | null;
  readonly counts: OwnInboxSummary;
  readonly readAt: number;
  readonly isComplete: boolean;
}

/** Null if the inbox was never read, or an order deleted it. */
export async function loadInboxState(sql: Sql, workspaceId: string): Promise<InboxState | null> {
  const [row] = await sql.read({
    sql: `select value from cache_metadata where key = ?`,
    params: [inboxKey(workspaceId)],
  });
  const stored = row === undefined ? null : parseJson(textIn(row, "value"));
  if (!isJsonObject(stored) || !isInboxCounts(stored["counts"])) return null;
  return {
    cursor: textAt(stored, "cursor"),
    counts: stored["counts"],
    readAt: numberAt(stored, "readAt") ?? 0,
    isComplete: stored["isComplete"] === true,
  };
}

/** Stores the state, unless an order has taken the workspace from this device since. */
export function saveInboxState(workspaceId: string, state: InboxState): Statement {
  return {
    sql: `insert into cache_metadata (key, value, updated_at)
      select ?, ?, ? from cache_metadata coach, json_each(coach.value) workspace
        where coach.key = ? and workspace.value = ?
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    params: [inboxKey(workspaceId), JSON.stringify(state), state.readAt, WORKSPACES, workspaceId],
  };
}

function inboxKey(workspaceId: string): string {
  return `${INBOX}${workspaceId}`;
}

/** Whether an answer has the counts that the device shows and computes with. */
export function isInboxCounts(data: unknown): data is OwnInboxSummary {
  return isJsonObject(data) && COUNTS.every((name) => numberAt(data, name) !== null);
}

const COUNTS = ["open", "inProgress", "overdue", "snoozed", "badge", "unread"];
