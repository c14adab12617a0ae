import { isJsonObject, textAt } from "../../json.ts";
import type { Answer } from "../../lanes/classify-answer.ts";
import { queryOf } from "../../read/query-of.ts";
import type { CoachTaskDetail, CoachTaskItem, OwnInboxSummary } from "../../wire/inbox-types.ts";
import type { Get } from "../roster/types.ts";
import { isInboxCounts } from "./inbox-state.ts";
import { isInboxDetail, isInboxItem } from "./row-answers.ts";

/**
 * Reads the unresolved rows of a workspace, snoozed ones too, in the server's order, and the counts. The cursor comes
 * with the first page: changes made meanwhile are reported next time (docs/rooms/inbox.md#changes).
 */
export async function readRows(get: Get, workspaceId: string): Promise<Read<RowsRead>> {
  const path = tasksPath(workspaceId);
  const items: CoachTaskItem[] = [];
  let changesCursor: string | null = null;
  let next: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await get(
      `${path}?${queryOf({ ...WHOLE, ...(next !== null && { cursor: next }) })}`,
    );
    if (answer.kind !== "ANSWER") return failed(answer);
    const listed: unknown = isJsonObject(answer.data) ? answer.data["items"] : null;
    if (!isJsonObject(answer.data) || !Array.isArray(listed)) return failed(NOT_UNDERSTOOD);
    items.push(...listed.filter(isInboxItem));
    changesCursor ??= textAt(answer.data, "changesCursor");
    next = textAt(answer.data, "nextCursor");
    if (next === null) break;
  }
  const counted = await get(`${path}/summary`);
  if (counted.kind !== "ANSWER") return failed(counted);
  if (!isInboxCounts(counted.data)) return failed(NOT_UNDERSTOOD);
  return {
    kind: "READ",
    value: { items, changesCursor, counts: counted.data, isComplete: next === null },
  };
}

/** The rows of a workspace as they were read. */
export interface RowsRead {
  readonly items: readonly CoachTaskItem[];
  readonly changesCursor: string | null;
  readonly counts: OwnInboxSummary;
  /** False if the server has more rows than the device keeps. */
  readonly isComplete: boolean;
}

/** Asks whether anything changed since a cursor. */
export async function readChanges(
  get: Get,
  workspaceId: string,
  since: string,
): Promise<Read<InboxNews>> {
  const answer = await get(`${tasksPath(workspaceId)}/changes?${queryOf({ since })}`);
  if (answer.kind === "REFUSED")
    return { kind: "READ", value: { unchanged: null, isCursorLost: true } };
  if (answer.kind !== "ANSWER") return failed(answer);
  const { data } = answer;
  if (!isJsonObject(data)) return failed(NOT_UNDERSTOOD);
  const isUnchanged = data["reload"] === false && data["counts"] === null;
  const unchanged = isUnchanged ? textAt(data, "cursor") : null;
  return { kind: "READ", value: { unchanged, isCursorLost: false } };
}

/** Whether the list has to be read. */
export interface InboxNews {
  /** The next cursor if nothing changed; null if the list has to be read. */
  readonly unchanged: string | null;
  /** No cursor is known to both sides, as after a restore, a purge order or a day without a connection. */
  readonly isCursorLost: boolean;
}

/** Reads one row with its history. */
export async function readDetail(
  get: Get,
  workspaceId: string,
  taskId: string,
): Promise<Read<CoachTaskDetail>> {
  const answer = await get(`${tasksPath(workspaceId)}/${encodeURIComponent(taskId)}`);
  if (answer.kind !== "ANSWER") return failed(answer);
  if (!isInboxDetail(answer.data)) return failed(NOT_UNDERSTOOD);
  return { kind: "READ", value: answer.data };
}

/** A read, or why it failed. */
export type Read<Value> =
  | { readonly kind: "READ"; readonly value: Value }
  | { readonly kind: "FAILED"; readonly answer: Failure };
type Failure = Exclude<Answer, { kind: "ANSWER" }>;

/** A cache sets the coach's own filters aside. */
const WHOLE = { defaults: "none", includeSnoozed: "true", limit: "100" } as const;

/** More rows than a coach clears in weeks; the most important ones are kept. */
const MOST_PAGES = 5;

/** A body with our envelope but without the expected fields. */
const NOT_UNDERSTOOD: Failure = { kind: "TRANSPORT", cause: "FAULT", pauseMs: null };

function failed(answer: Failure): { readonly kind: "FAILED"; readonly answer: Failure } {
  return { kind: "FAILED", answer };
}

function tasksPath(workspaceId: string): string {
  return `/api/v1/workspaces/${workspaceId}/coach-tasks`;
}
