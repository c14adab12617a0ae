import { z } from "zod";
import {
  inviteMember,
  memberToken,
  revokeMemberInvitation,
} from "../../activities/invitations/invite-member.ts";
import { previewMemberInvitation } from "../../activities/invitations/preview-invitation.ts";
import { joinWorkspace } from "../../activities/invitations/join-workspace.ts";
import {
  acceptMemberInvitationSchema,
  createdMemberInvitationSchema,
  inviteMemberSchema,
  joinedWorkspaceSchema,
  memberInvitationPageSchema,
  memberInvitationPreviewSchema,
  memberInvitationSchema,
} from "../../contract/invitations/member-schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listMemberInvitations } from "../../db/invitations/members/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { memberInvitationLink } from "../../rules/invitations/member-invitation-message.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { emailOf } from "../accounts/contact-of.ts";
import { hiddenLink } from "./hidden-link.ts";
import { memberRegistration } from "./member-registration.ts";
import { presentMemberInvitation, presentMemberPreview } from "./present-invitation.ts";

const invitationsPath = "/api/v1/workspaces/{workspaceId}/member-invitations";
const source = "docs/rooms/workspaces.md#members";
const workspaceParams = z.strictObject({ workspaceId: idSchema });

const link = hiddenLink<{ readonly memberInvitationId: string }>({
  link: memberInvitationLink,
  token: (key, { memberInvitationId }) => memberToken(key, memberInvitationId),
});

const invite = act({
  method: "POST",
  path: invitationsPath,
  name: "inviteMember",
  summary:
    "Invite a coach into the workspace by e-mail; the link is sent, and shown here to be copied",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  body: inviteMemberSchema,
  answer: createdMemberInvitationSchema,
  status: 201,
  refusals: ["STATE_CONFLICT", "RATE_LIMITED"],
  idempotency: "key",
  about: ({ answer: { memberInvitationId } }) => [memberInvitationId],
  handle: async ({ tx, granted, body, request, deps }) => {
    const invitation = await inviteMember(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      email: emailOf(body),
      language: body.language,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    return link.hide(presentMemberInvitation(invitation, invitation.createdAt), deps);
  },
  reveal: (stored, deps) => link.reveal(stored, deps),
});

const invitations = read({
  method: "GET",
  path: invitationsPath,
  name: "listMemberInvitations",
  summary: "Invitations to join the workspace, newest first, without their links",
  source,
  access: "workspace-owner",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: memberInvitationPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const list = { deps, scope: `member-invitations:${workspaceId}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listMemberInvitations(em, { workspaceId, ...page }),
    );
    const now = await clockNow(em);
    return { items: rows.map((row) => presentMemberInvitation(row, now)), nextCursor };
  },
});

const revoke = act({
  method: "POST",
  path: `${invitationsPath}/{memberInvitationId}/revoke`,
  name: "revokeMemberInvitation",
  summary: "Revoke an open invitation to join; repeatable",
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

const CLOSED = [
  "NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
] as const;

const preview = read({
  method: "POST",
  path: "/api/v1/member-invitations/preview",
  name: "previewMemberInvitation",
  summary:
    "Preview of an invitation to join: who invites whom into which workspace, for the holder of the link",
  source,
  access: "anonymous",
  body: acceptMemberInvitationSchema,
  answer: memberInvitationPreviewSchema,
  refusals: CLOSED,
  countsFailures: true,
  handle: async ({ em, body }) =>
    presentMemberPreview(await previewMemberInvitation(em, body.invitationToken)),
});

const accept = act({
  method: "POST",
  path: "/api/v1/member-invitations/accept",
  name: "acceptMemberInvitation",
  summary: "Join the workspace as a coach, with the invited address verified",
  source,
  access: "user",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: acceptMemberInvitationSchema,
  answer: joinedWorkspaceSchema,
  refusals: [...CLOSED, "INVITATION_CONTACT_MISMATCH", "STATE_CONFLICT"],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) => {
    const { userId, identity } = granted.caller;
    const { requestId } = request;
    const { id, name, status } = await joinWorkspace(
      tx,
      {
        userId,
        identity,
        invitationToken: body.invitationToken,
        requestId,
      },
      deps.hooks.workspaces,
    );
    return { workspace: { workspaceId: id, name, status, role: "COACH" as const } };
  },
});

/** Routes by which a second coach joins a workspace. */
export const memberInvitationEndpoints: readonly Endpoint[] = [
  invite,
  invitations,
  revoke,
  preview,
  accept,
  memberRegistration,
];
