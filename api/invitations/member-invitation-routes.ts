import { z } from "zod";
import {
  inviteMember,
  memberToken,
  revokeMemberInvitation,
} from "../../activities/invitations/invite-member.ts";
import {
  createdMemberInvitationSchema,
  inviteMemberSchema,
  memberInvitationPageSchema,
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
import { joiningEndpoints } from "./joining-routes.ts";
import { presentMemberInvitation } from "./present-invitation.ts";

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

/** Routes by which a second coach joins a workspace. */
export const memberInvitationEndpoints: readonly Endpoint[] = [
  invite,
  invitations,
  revoke,
  ...joiningEndpoints,
];
