import { z } from "zod";
import { saveInboxPreferences } from "../../activities/inbox/save-inbox-preferences.ts";
import { DEFAULT_INBOX_PREFERENCES, inboxPreferencesSchema } from "../../contract/inbox/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { findInboxPreferences } from "../../db/inbox/queries.ts";
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

/** Routes of a member's view settings of the inbox. */
export const inboxPreferenceEndpoints: readonly Endpoint[] = [readPreferences, savePreferences];
