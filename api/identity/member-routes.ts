import { z } from "zod";
import {
  inviteMember,
  memberToken,
  revokeMemberInvitation,
} from "../../activities/identity/invite-member.ts";
import { joinWorkspace } from "../../activities/identity/join-workspace.ts";
import { removeMember } from "../../activities/identity/remove-member.ts";
import {
  acceptMemberInvitationSchema,
  createdMemberInvitationSchema,
  inviteMemberSchema,
  joinedWorkspaceSchema,
  memberInvitationPageSchema,
  memberInvitationSchema,
  memberPageSchema,
  removedMemberSchema,
} from "../../contract/identity/workspace-schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listMemberInvitations, listMembers } from "../../db/identity/workspaces/queries.ts";
import { clockNow } from "../../db/transact.ts";
import { memberInvitationLink } from "../../rules/identity/member-invitation-text.ts";
import { normalizeEmail } from "../../rules/identity/normalize-contact.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { idAfter, idPage } from "../id-page.ts";
import { malformed } from "../parse-or-refuse.ts";
import { presentMember, presentMemberInvitation } from "./present-workspace.ts";

const membersPath = "/api/v1/workspaces/{workspaceId}/members";
const invitationsPath = "/api/v1/workspaces/{workspaceId}/member-invitations";
const source = "decisions.md, Identity and onboarding: members, OWNER only";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const members = read({
  method: "GET",
  path: membersPath,
  summary: "Active members of the workspace, who joined last first",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: memberPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const list = { deps, scope: `members:${workspaceId}` };
    const page = { workspaceId, afterId: idAfter(list, query.cursor), limit: query.limit };
    const { rows, nextCursor } = idPage(list, await listMembers(em, page), query.limit);
    return { items: rows.map(presentMember), nextCursor };
  },
});

const remove = act({
  method: "DELETE",
  path: `${membersPath}/{userId}`,
  summary:
    "End a coach's membership from the next request on; the owner becomes the coach of their clients",
  source,
  access: "workspace-owner",
  params: workspaceParams.extend({ userId: idSchema }),
  answer: removedMemberSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  changesWorkspace: true,
  idempotency: "none",
  handle: async ({ tx, granted, params, request }) => {
    const { userId, endedAt } = await removeMember(tx, {
      workspaceId: granted.workspace.workspaceId,
      userId: params.userId,
      removedByUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return { userId, endedAt: endedAt.toISOString() };
  },
});

const invite = act({
  method: "POST",
  path: invitationsPath,
  summary:
    "Ask a coach into the workspace by e-mail; the link is sent, and shown here to be copied",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  body: inviteMemberSchema,
  answer: createdMemberInvitationSchema,
  status: 201,
  refusals: ["STATE_CONFLICT", "RATE_LIMITED"],
  idempotency: "key",
  handle: async ({ tx, granted, body, request, deps }) => {
    const invitation = await inviteMember(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      email: emailOf(body),
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    // What is stored under the key is the way to the door; `reveal` adds the token.
    const link = memberInvitationLink(deps.publicUrl, "");
    return { ...presentMemberInvitation(invitation, invitation.createdAt), link };
  },
  reveal: async (answer, { keys, publicUrl }) => {
    const token = await memberToken(keys.invitation, answer.memberInvitationId);
    return { ...answer, link: memberInvitationLink(publicUrl, token) };
  },
});

const invitations = read({
  method: "GET",
  path: invitationsPath,
  summary: "Invitations to join the workspace, newest first, without their links",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: memberInvitationPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const list = { deps, scope: `member-invitations:${workspaceId}` };
    const page = { workspaceId, afterId: idAfter(list, query.cursor), limit: query.limit };
    const found = await listMemberInvitations(em, page);
    const { rows, nextCursor } = idPage(list, found, query.limit);
    const now = await clockNow(em);
    return { items: rows.map((row) => presentMemberInvitation(row, now)), nextCursor };
  },
});

const revoke = act({
  method: "POST",
  path: `${invitationsPath}/{memberInvitationId}/revoke`,
  summary: "Withdraw an open invitation to join; repeated, it answers the same",
  source,
  access: "workspace-owner",
  params: workspaceParams.extend({ memberInvitationId: idSchema }),
  answer: memberInvitationSchema,
  refusals: ["NOT_FOUND", "INVITATION_CONSUMED", "INVITATION_EXPIRED"],
  idempotency: "none",
  handle: async ({ tx, granted, params, request }) => {
    const invitation = await revokeMemberInvitation(tx, {
      workspaceId: granted.workspace.workspaceId,
      memberInvitationId: params.memberInvitationId,
      revokedByUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return presentMemberInvitation(invitation, invitation.updatedAt);
  },
});

const accept = act({
  method: "POST",
  path: "/api/v1/member-invitations/accept",
  summary: "Join the workspace as a coach, by the verified address that was asked",
  source,
  access: "user",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: acceptMemberInvitationSchema,
  answer: joinedWorkspaceSchema,
  refusals: [
    "NOT_FOUND",
    "INVITATION_EXPIRED",
    "INVITATION_REVOKED",
    "INVITATION_CONSUMED",
    "INVITATION_CONTACT_MISMATCH",
    "WORKSPACE_SUSPENDED",
    "STATE_CONFLICT",
  ],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request }) => {
    const { userId, roles, identity } = granted.caller;
    const { requestId } = request;
    const { id, name, status } = await joinWorkspace(tx, {
      userId,
      roles,
      identity,
      invitationToken: body.invitationToken,
      requestId,
    });
    return { workspace: { workspaceId: id, name, status, role: "COACH" as const } };
  },
});

/** @throws Refusal VALIDATION_FAILED when the text is no e-mail address. */
function emailOf({ email }: { readonly email: string }): string {
  const normal = normalizeEmail(email);
  if (normal !== null) return normal;
  const message = "Not an e-mail address";
  throw malformed([{ pointer: "/email", code: "invalid_format", message }]);
}

/** Routes of the coaches of a workspace. */
export const memberEndpoints: readonly Endpoint[] = [
  members,
  remove,
  invite,
  invitations,
  revoke,
  accept,
];
