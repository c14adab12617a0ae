import { z } from "zod";
import { moveReadMark } from "../../activities/inbox/move-read-mark.ts";
import { saveInboxPreferences } from "../../activities/inbox/save-inbox-preferences.ts";
import {
  DEFAULT_INBOX_PREFERENCES,
  inboxPreferencesSchema,
  readMarkSchema,
} from "../../contract/inbox/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { findInboxPreferences } from "../../db/inbox/views/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";

const path = "/api/v1/workspaces/{workspaceId}/coach-tasks/preferences";
const source = "docs/rooms/inbox.md#preferences";
const params = z.strictObject({ workspaceId: idSchema });

const readPreferences = read({
  method: "GET",
  path,
  name: "readInboxPreferences",
  summary: "The caller's view settings of the inbox; defaults until they are changed",
  source,
  access: "workspace-coach",
  params,
  answer: inboxPreferencesSchema,
  handle: async ({ em, granted }) => {
    const { workspaceId } = granted.workspace;
    const member = { workspaceId, userId: granted.caller.userId };
    return (await findInboxPreferences(em, member)) ?? DEFAULT_INBOX_PREFERENCES;
  },
});

const savePreferences = act({
  method: "PUT",
  path,
  name: "saveInboxPreferences",
  summary: "Change the view settings of the inbox",
  source,
  access: "workspace-coach",
  params,
  body: inboxPreferencesSchema,
  answer: inboxPreferencesSchema,
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { workspaceId } = granted.workspace;
    await saveInboxPreferences(tx, { workspaceId, userId: granted.caller.userId }, body);
    return body;
  },
});

const markRead = act({
  method: "PUT",
  path: "/api/v1/workspaces/{workspaceId}/coach-tasks/read-mark",
  name: "markInboxRead",
  summary: "Mark the inbox as read up to an instant that a page of it showed",
  source: "docs/rooms/inbox.md#unread",
  access: "workspace-coach",
  params,
  body: readMarkSchema,
  answer: readMarkSchema,
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const member = { workspaceId: granted.workspace.workspaceId, userId: granted.caller.userId };
    const readThrough = await moveReadMark(tx, member, new Date(body.readThrough));
    return { readThrough: readThrough.toISOString() };
  },
});

/** Routes of how a member looks at the inbox. */
export const inboxPreferenceEndpoints: readonly Endpoint[] = [
  readPreferences,
  savePreferences,
  markRead,
];
