import { z } from "zod";
import { workspaceOverviewSchema } from "../../../contract/inbox/console/overview-schema.ts";
import { idSchema } from "../../../contract/wire.ts";
import { findWorkspaceState } from "../../../db/inbox/console/changes/queries.ts";
import { type Endpoint, read } from "../../endpoint.ts";
import { changesCursorAt } from "./changes-cursor-at.ts";
import { overviewCounts } from "./overview-counts.ts";

const overview = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/overview",
  name: "readWorkspaceOverview",
  summary: "All counts of a console's navigation, and the cursor for later changes",
  source: "docs/rooms/inbox.md#overview",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  answer: workspaceOverviewSchema,
  // Read before the counts: a change in between is reported again, and none is missed.
  ask: async (executor, { params: { workspaceId } }) =>
    await findWorkspaceState(executor, { workspaceId, from: null }),
  handle: async ({ em, granted, found, deps }) => {
    const { workspaceId } = granted.workspace;
    const { userId } = granted.caller;
    return {
      ...(await overviewCounts(em, { workspaceId, userId })),
      changesCursor: changesCursorAt(deps.keys.cursor, workspaceId, found),
    };
  },
});

/** The overview of a workspace, for its coaches. */
export const workspaceOverviewEndpoints: readonly Endpoint[] = [overview];
