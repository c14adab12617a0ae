import { z } from "zod";
import { handWorkspaceOver } from "../../activities/workspaces/hand-workspace-over.ts";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import {
  handWorkspaceOverSchema,
  memberPageSchema,
  removedMemberSchema,
  removeMemberQuerySchema,
  workspaceOwnerSchema,
} from "../../contract/workspaces/schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listMembers } from "../../db/workspaces/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentMember } from "./present-workspace.ts";

const membersPath = "/api/v1/workspaces/{workspaceId}/members";
const source = "docs/rooms/workspaces.md#members";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const members = read({
  method: "GET",
  path: membersPath,
  name: "listMembers",
  summary: "Active members of the workspace; the newest member comes first",
  source,
  access: "workspace-coach",
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
    "End a coach's membership from the next request on; the given member or the owner coaches their clients",
  source,
  access: "workspace-owner",
  params: workspaceParams.extend({ userId: idSchema }),
  query: removeMemberQuerySchema,
  answer: removedMemberSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  changesWorkspace: true,
  idempotency: "none",
  handle: async ({ tx, granted, params, query, request, deps }) => {
    const { userId, endedAt } = await removeMember(
      tx,
      {
        workspaceId: granted.workspace.workspaceId,
        userId: params.userId,
        removedByUserId: granted.caller.userId,
        successorUserId: query.successorUserId ?? null,
        requestId: request.requestId,
      },
      deps.hooks.workspaces,
    );
    return { userId, endedAt: endedAt.toISOString() };
  },
});

const leave = act({
  method: "POST",
  path: "/api/v1/workspaces/{workspaceId}/leave",
  name: "leaveWorkspace",
  summary: "Leave a workspace of another owner, who becomes the coach of your clients",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  answer: removedMemberSchema,
  refusals: ["STATE_CONFLICT"],
  changesWorkspace: true,
  idempotency: "none",
  handle: async ({ tx, granted, request, deps }) => {
    const { userId } = granted.caller;
    const { workspaceId } = granted.workspace;
    const { requestId } = request;
    const { endedAt } = await removeMember(
      tx,
      { workspaceId, userId, removedByUserId: userId, successorUserId: null, requestId },
      deps.hooks.workspaces,
    );
    return { userId, endedAt: endedAt.toISOString() };
  },
});

const handOver = act({
  method: "PUT",
  path: "/api/v1/workspaces/{workspaceId}/owner",
  name: "handWorkspaceOver",
  summary:
    "Transfer the workspace to one of its coaches; you stay as a coach and keep your clients",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  body: handWorkspaceOverSchema,
  answer: workspaceOwnerSchema,
  refusals: ["NOT_FOUND"],
  changesWorkspace: true,
  needsFreshSignIn: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request }) => {
    const { workspaceId } = granted.workspace;
    const { ownerUserId, updatedAt } = await handWorkspaceOver(tx, {
      workspaceId,
      ownerUserId: body.ownerUserId,
      byUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return { workspaceId, ownerUserId, updatedAt: updatedAt.toISOString() };
  },
});

/** Routes of the coaches of a workspace. */
export const memberEndpoints: readonly Endpoint[] = [members, remove, leave, handOver];
