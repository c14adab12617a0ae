import { z } from "zod";
import { inboxChangesQuerySchema, inboxChangesSchema } from "../../contract/inbox/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { encodeChangesCursor, openChangesCursor } from "./encode-changes-cursor.ts";
import { followInbox } from "./follow-inbox.ts";

/** Changes of the inbox; waits if there are none (long polling). */
export const inboxChanges: Endpoint = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/coach-tasks/changes",
  name: "followCoachTasks",
  summary: "Tasks that changed since a cursor; waits up to 25 seconds for the first one",
  source: "docs/rooms/inbox.md#changes",
  access: "workspace-coach",
  traffic: "POLL",
  params: z.strictObject({ workspaceId: idSchema }),
  query: inboxChangesQuerySchema,
  answer: inboxChangesSchema,
  refusals: ["CURSOR_INVALID", "CURSOR_EXPIRED"],
  handle: async ({ em, granted, query, request, deps, guardAgain }) => {
    const { workspaceId } = granted.workspace;
    const { keys, consoles } = deps;
    const { since, waitSeconds } = query;
    const { position, ...news } = await followInbox(em, {
      workspaceId,
      since: since === undefined ? null : openChangesCursor(keys.cursor, workspaceId, since),
      waitMs: waitSeconds * 1_000,
      isOver: () => request.isGone() || deps.isStopping(),
      guardAgain,
      ...consoles,
    });
    return { ...news, cursor: encodeChangesCursor(keys.cursor, workspaceId, position) };
  },
});
