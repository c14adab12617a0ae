import { z } from "zod";
import {
  workspaceChangesQuerySchema,
  workspaceChangesSchema,
} from "../../../contract/inbox/console/changes-schema.ts";
import { idSchema } from "../../../contract/wire.ts";
import { type Endpoint, read } from "../../endpoint.ts";
import { changesCursorAt, readChangesCursor } from "./changes-cursor-at.ts";
import { followWorkspace, isNews } from "./follow-workspace.ts";
import { overviewCounts } from "./overview-counts.ts";

/** Changes of a workspace; waits if there are none (long polling). */
export const workspaceChanges: Endpoint = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/changes",
  name: "followWorkspace",
  summary:
    "Tasks and clients that changed since a cursor; waits up to 25 seconds for the first one",
  source: "docs/rooms/inbox.md#changes-of-a-workspace",
  access: "workspace-coach",
  traffic: "POLL",
  params: z.strictObject({ workspaceId: idSchema }),
  query: workspaceChangesQuerySchema,
  answer: workspaceChangesSchema,
  refusals: ["CURSOR_INVALID"],
  handle: async ({ em, granted, query, request, deps, guardAgain }) => {
    const { workspaceId } = granted.workspace;
    const { since, waitSeconds } = query;
    const key = deps.keys.cursor;
    const { state, news } = await followWorkspace(em, {
      workspaceId,
      since: since === undefined ? null : readChangesCursor(key, workspaceId, since),
      waitMs: waitSeconds * 1_000,
      isOver: () => request.isGone() || deps.isStopping(),
      guardAgain,
      watch: deps.consoles.workspaces,
    });
    return {
      reload: news.reload,
      changed: [...news.changed],
      // Read after the changes: it includes them, and anything newer is reported next.
      overview: isNews(news)
        ? await overviewCounts(em, { workspaceId, userId: granted.caller.userId })
        : null,
      cursor: changesCursorAt(key, workspaceId, state),
    };
  },
});
