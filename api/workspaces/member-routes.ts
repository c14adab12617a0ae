import { z } from "zod";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import { memberPageSchema, removedMemberSchema } from "../../contract/workspaces/schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listMembers } from "../../db/workspaces/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentMember } from "./present-workspace.ts";

const membersPath = "/api/v1/workspaces/{workspaceId}/members";
const source = "docs/rules.md#workspaces-members";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const members = read({
  method: "GET",
  path: membersPath,
  name: "listMembers",
  summary: "Active members of the workspace, who joined last first",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: memberPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const list = { deps, scope: `members:${workspaceId}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listMembers(em, { workspaceId, ...page }),
    );
    return { items: rows.map(presentMember), nextCursor };
  },
});

const remove = act({
  method: "DELETE",
  path: `${membersPath}/{userId}`,
  name: "removeMember",
  summary:
    "End a coach's membership from the next request on; the owner becomes the coach of their clients",
  source,
  access: "workspace-owner",
  params: workspaceParams.extend({ userId: idSchema }),
  answer: removedMemberSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  changesWorkspace: true,
  idempotency: "none",
  handle: async ({ tx, granted, params, request, deps }) => {
    const { userId, endedAt } = await removeMember(
      tx,
      {
        workspaceId: granted.workspace.workspaceId,
        userId: params.userId,
        removedByUserId: granted.caller.userId,
        requestId: request.requestId,
      },
      deps.hooks.workspaces,
    );
    return { userId, endedAt: endedAt.toISOString() };
  },
});

/** Routes of the coaches of a workspace. */
export const memberEndpoints: readonly Endpoint[] = [members, remove];
