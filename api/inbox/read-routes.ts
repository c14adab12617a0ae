import { z } from "zod";
import { Refusal } from "../../contract/refusal.ts";
import {
  coachTaskDetailSchema,
  inboxPageSchema,
  inboxQuerySchema,
  inboxSummaryQuerySchema,
  ownInboxSummarySchema,
  taskTimelineSchema,
} from "../../contract/inbox/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { countInbox, countUnread } from "../../db/inbox/counts/queries.ts";
import { findTaskDetail, listTaskTimeline } from "../../db/inbox/details/queries.ts";
import {
  countHiddenUrgent,
  findInboxReader,
  findReadThrough,
} from "../../db/inbox/views/queries.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";
import { type CursorPosition, decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { joinObjects, textAnswer } from "../text-answer.ts";
import { encodeChangesCursor } from "./encode-changes-cursor.ts";
import { workspaceChanges } from "./console/workspace-changes.ts";
import { inboxChanges } from "./inbox-changes.ts";
import { viewOf } from "./inbox-view.ts";
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
  ask: async (executor, { identity, params: { workspaceId }, query }) => {
    const { page } = viewOf(query, NEW_READER);
    const sought = { ...page, limit: query.limit, workspaceId, after: null, reader: identity };
    const [reader, early] = await Promise.all([
      // Read before the page: a change in between is reported again, and none is missed.
      findInboxReader(executor, { ...identity, workspaceId }),
      query.cursor === undefined && query.unread === undefined ? listInbox(executor, sought) : null,
    ]);
    return { reader, early };
  },
  handle: async ({ em, granted, query, found: { reader, early }, deps }) => {
    const { workspaceId, role } = granted.workspace;
    const { cursor, limit } = query;
    if (reader === null) throw new Refusal("NOT_FOUND");
    const { page, preferences } = viewOf(query, reader);
    // A cursor belongs to what was applied: under other preferences it continues nothing.
    const scope = `coach-tasks:${workspaceId}:${JSON.stringify(page)}`;
    const after =
      cursor === undefined ? null : textsOf(decodeCursor(deps.keys.cursor, scope, cursor));
    // The early read does not know the reader's own preferences.
    const isEarly = early !== null && (preferences === null || reader.preferences === null);
    const [rows, hiddenUrgent] = await Promise.all([
      isEarly ? early : listInbox(em, { ...page, limit, workspaceId, after }),
      preferences === null || reader.preferences === null
        ? 0
        : countHiddenUrgent(em.fork(), { ...page, workspaceId }),
    ]);
    const { readThrough, movedAt, position } = reader;
    const permissions = MEMBER_PERMISSIONS[role];
    const { userId } = granted.caller;
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const items = shown.map((row) => presentItem(row, { userId, permissions, readThrough }));
    const more = {
      nextCursor:
        rows.length <= limit || last === undefined
          ? null
          : encodeCursor(deps.keys.cursor, scope, last.position),
      changesCursor:
        cursor === undefined ? encodeChangesCursor(deps.keys.cursor, workspaceId, position) : null,
      appliedPreferences: preferences,
      hiddenUrgent,
      shownThrough: movedAt,
      readThrough,
    };
    return textAnswer(joinObjects(`{"items":[${items.join(",")}]}`, JSON.stringify(more)));
  },
});

/** A member before their row is read: nothing chosen, nothing read. */
const NEW_READER = { preferences: null, readThrough: null };

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
  answer: ownInboxSummarySchema,
  handle: async ({ em, granted, query }) => {
    const { workspaceId } = granted.workspace;
    const { userId } = granted.caller;
    const [counts, unread] = await Promise.all([
      countInbox(em, { ...query, workspaceId }),
      countUnread(em.fork(), { ...query, workspaceId, userId }),
    ]);
    return { ...presentSummary(counts), unread };
  },
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
    const { userId } = granted.caller;
    const [found, readThrough] = await Promise.all([
      findTaskDetail(em, { workspaceId, taskId }),
      findReadThrough(em.fork(), { workspaceId, userId }),
    ]);
    if (found === null) throw new Refusal("NOT_FOUND");
    const permissions = MEMBER_PERMISSIONS[role];
    return textAnswer(presentDetail(found, { userId, permissions, readThrough }));
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
  workspaceChanges,
  detail,
  timeline,
];
