import { z } from "zod";
import { Refusal } from "../../contract/refusal.ts";
import {
  coachTaskDetailSchema,
  inboxPageSchema,
  type InboxQuery,
  inboxQuerySchema,
  inboxSummaryQuerySchema,
  inboxSummarySchema,
  taskTimelineSchema,
} from "../../contract/inbox/schema.ts";
import { ACTIVE_STATUSES, type CoachTaskStatus } from "../../contract/inbox/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { countInbox, findTaskDetail, listInbox, listTaskTimeline } from "../../db/inbox/queries.ts";
import { findOwnInboxPosition } from "../../db/inbox/changes/queries.ts";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";
import { type CursorPosition, decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { type Endpoint, read } from "../endpoint.ts";
import type { ProviderIdentity } from "../guard/caller.ts";
import { joinObjects, textAnswer } from "../text-answer.ts";
import { encodeChangesCursor } from "./encode-changes-cursor.ts";
import { inboxChanges } from "./inbox-changes.ts";
import { presentDetail, presentItem, presentSummary } from "./present-item.ts";

const workspacePath = "/api/v1/workspaces/{workspaceId}";
const source = "docs/rooms/inbox.md#reads";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const list = read({
  method: "GET",
  path: `${workspacePath}/coach-tasks`,
  name: "listCoachTasks",
  summary: "Tasks about the workspace's clients that need a coach, most important first",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: inboxQuerySchema,
  answer: inboxPageSchema,
  refusals: ["CURSOR_INVALID"],
  ask: async (executor, { identity, params: { workspaceId }, query }) =>
    query.cursor === undefined
      ? await askBeginning(executor, { identity, workspaceId, query })
      : null,
  handle: async ({ em, granted, query, found, deps }) => {
    const { workspaceId, role } = granted.workspace;
    const { cursor = "", limit, ...filter } = query;
    const scope = `coach-tasks:${workspaceId}:${JSON.stringify(filter)}`;
    const later = async () => {
      const after = textsOf(decodeCursor(deps.keys.cursor, scope, cursor));
      return await listInbox(em, { ...pageOf(query), workspaceId, after });
    };
    const { position, rows } = found ?? { position: null, rows: await later() };
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const nextCursor =
      rows.length <= limit || last === undefined
        ? null
        : encodeCursor(deps.keys.cursor, scope, last.position);
    const items = page.map((row) => presentItem(row, MEMBER_PERMISSIONS[role]));
    const changesCursor =
      position === null ? null : encodeChangesCursor(deps.keys.cursor, workspaceId, position);
    const cursors = JSON.stringify({ nextCursor, changesCursor });
    return textAnswer(joinObjects(`{"items":[${items.join(",")}]}`, cursors));
  },
});

/** Prefetches the first page in the guard's pipeline. */
async function askBeginning(
  executor: QueryExecutor,
  {
    identity,
    workspaceId,
    query,
  }: {
    readonly identity: ProviderIdentity;
    readonly workspaceId: string;
    readonly query: InboxQuery;
  },
) {
  const [position, rows] = await Promise.all([
    // Read before the page: a change in between is reported again, and none is missed.
    findOwnInboxPosition(executor, { ...identity, workspaceId }),
    listInbox(executor, { ...pageOf(query), workspaceId, after: null, reader: identity }),
  ]);
  return { position, rows };
}

function pageOf(query: InboxQuery) {
  return { ...query, statuses: statusesOf(query) };
}

function statusesOf({ status, includeSnoozed }: InboxQuery): readonly CoachTaskStatus[] {
  const statuses: readonly CoachTaskStatus[] = status ?? ACTIVE_STATUSES;
  return includeSnoozed === true ? [...statuses, "SNOOZED"] : statuses;
}

function textsOf(position: CursorPosition): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(position).map(([name, value]) => [name, String(value)]));
}

const summarise = read({
  method: "GET",
  path: `${workspacePath}/coach-tasks/summary`,
  name: "summariseCoachTasks",
  summary: "Number of tasks that need a coach, and the badge of the app's icon",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: inboxSummaryQuerySchema,
  answer: inboxSummarySchema,
  handle: async ({ em, granted, query }) =>
    presentSummary(await countInbox(em, { ...query, workspaceId: granted.workspace.workspaceId })),
});

const detail = read({
  method: "GET",
  path: `${workspacePath}/coach-tasks/{taskId}`,
  name: "readCoachTask",
  summary: "A task of the inbox, its history and the possible actions",
  source,
  access: "workspace-coach",
  params: workspaceParams.extend({ taskId: idSchema }),
  answer: coachTaskDetailSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params: { taskId } }) => {
    const { workspaceId, role } = granted.workspace;
    const found = await findTaskDetail(em, { workspaceId, taskId });
    if (found === null) throw new Refusal("NOT_FOUND");
    return textAnswer(presentDetail(found, MEMBER_PERMISSIONS[role]));
  },
});

const timeline = read({
  method: "GET",
  path: `${workspacePath}/clients/{clientId}/task-timeline`,
  name: "readClientTaskTimeline",
  summary: "Recently resolved or dismissed tasks of a client",
  source,
  access: "workspace-coach",
  params: workspaceParams.extend({ clientId: idSchema }),
  answer: taskTimelineSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params: { clientId: clientUserId } }) => {
    const { workspaceId, role } = granted.workspace;
    const found = await listTaskTimeline(em, { workspaceId, clientUserId });
    if (found === null) throw new Refusal("NOT_FOUND");
    const permissions = MEMBER_PERMISSIONS[role];
    const items = found.map(({ sourceContext, sourceRoute, ...item }) => ({
      ...item,
      sourceRoute: mayOpen(sourceContext, permissions) ? sourceRoute : null,
    }));
    return { items };
  },
});

/** Routes by which coaches read the inbox. */
export const inboxReadEndpoints: readonly Endpoint[] = [
  list,
  summarise,
  inboxChanges,
  detail,
  timeline,
];
