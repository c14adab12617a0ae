import { z } from "zod";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import {
  createdInvitationSchema,
  createInvitationSchema,
  invitationPageSchema,
  invitationSchema,
  listedInvitationSchema,
  listInvitationsQuerySchema,
} from "../../contract/invitations/schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { getInvitation, listInvitations } from "../../db/invitations/queries.ts";
import { newestEmails } from "../../db/outbox/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { invitationLink } from "../../rules/invitations/invitation-link.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { taggedAnswer } from "../tagged-answer.ts";
import { contactOf } from "../accounts/contact-of.ts";
import { hiddenLink } from "./hidden-link.ts";
import { presentInvitation, presentListedInvitation } from "./present-invitation.ts";
import { requireProvable, requireStillProvable } from "./require-provable.ts";

const invitationsPath = "/api/v1/workspaces/{workspaceId}/invitations";
const source = "docs/rooms/invitations.md#tokens";
const workspaceParams = z.strictObject({ workspaceId: idSchema });
const link = hiddenLink<{ readonly invitationId: string; readonly generation: number }>({
  link: invitationLink,
  token: (key, { invitationId: id, generation }) => deriveInvitationToken(key, { id, generation }),
});

const invite = act({
  method: "POST",
  path: invitationsPath,
  name: "createInvitation",
  summary:
    "Invite a client by e-mail or phone; an open invitation is returned as it is, a scheduled one is sent",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  body: createInvitationSchema,
  answer: createdInvitationSchema,
  status: 201,
  refusals: ["STATE_CONFLICT", "ALREADY_CLIENT", "RATE_LIMITED"],
  changesWorkspace: true,
  idempotency: "key",
  about: ({ answer: { invitationId } }) => [invitationId],
  handle: async ({ tx, granted, body, request, deps }) => {
    const contact = contactOf(body);
    await requireProvable(deps, contact.kind);
    const invitation = await inviteClient(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      contact,
      name: body.name,
      formVersionId: body.formVersionId,
      language: body.language,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
      log: deps.log,
    });
    return link.hide(presentInvitation(invitation, invitation.createdAt), deps);
  },
  reveal: (stored, deps) => link.reveal(stored, deps),
});

const resend = act({
  method: "POST",
  path: `${invitationsPath}/{invitationId}/resend`,
  name: "resendInvitation",
  summary: "Replace the link of an open, expired or scheduled invitation, and send it",
  source,
  access: "workspace-coach",
  params: workspaceParams.extend({ invitationId: idSchema }),
  answer: createdInvitationSchema,
  refusals: [
    "NOT_FOUND",
    "INVITATION_CONSUMED",
    "INVITATION_REVOKED",
    "STATE_CONFLICT",
    "RATE_LIMITED",
  ],
  idempotency: "key",
  about: ({ answer: { invitationId } }) => [invitationId],
  handle: async ({ tx, granted, params, request, deps }) => {
    const invitation = await resendInvitation(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitationId: params.invitationId,
      resentByUserId: granted.caller.userId,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    await requireStillProvable(deps, invitation);
    return link.hide(presentInvitation(invitation, invitation.updatedAt), deps);
  },
  reveal: (stored, deps) => link.reveal(stored, deps),
});

const invitations = read({
  method: "GET",
  path: invitationsPath,
  name: "listInvitations",
  summary: "Invitations of the workspace, newest first, without their links",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: listInvitationsQuerySchema,
  answer: invitationPageSchema,
  tagged: true,
  handle: async ({ em, granted, query, deps, knownTags }) => {
    const { workspaceId } = granted.workspace;
    const { status = null, kind = null, q = null } = query;
    const filter = { status, kind, q };
    const list = { deps, scope: `invitations:${workspaceId}:${JSON.stringify(filter)}` };
    const now = await clockNow(em);
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listInvitations(em, { workspaceId, ...filter, now, ...page }),
    );
    const emails = await newestEmails(
      em,
      rows.map(({ id }) => id),
    );
    const items = rows.map((row) => presentListedInvitation(row, emails.get(row.id) ?? null, now));
    return taggedAnswer(invitationPageSchema, { items, nextCursor }, knownTags);
  },
});

const single = read({
  method: "GET",
  path: `${invitationsPath}/{invitationId}`,
  name: "readInvitation",
  summary: "One invitation of the workspace, with the state of its last mail",
  source: "docs/rooms/invitations.md#contacts",
  access: "workspace-coach",
  params: workspaceParams.extend({ invitationId: idSchema }),
  answer: listedInvitationSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params }) => {
    const found = await getInvitation(em, granted.workspace.workspaceId, params.invitationId);
    const emails = await newestEmails(em, [found.id]);
    return presentListedInvitation(found, emails.get(found.id) ?? null, await clockNow(em));
  },
});

const revoke = act({
  method: "POST",
  path: `${invitationsPath}/{invitationId}/revoke`,
  name: "revokeInvitation",
  summary: "Revoke an open or scheduled invitation; repeatable",
  source,
  access: "workspace-coach",
  params: workspaceParams.extend({ invitationId: idSchema }),
  answer: invitationSchema,
  refusals: ["NOT_FOUND", "INVITATION_CONSUMED", "INVITATION_EXPIRED"],
  idempotency: "none",
  handle: async ({ tx, granted, params, request }) => {
    const invitation = await revokeInvitation(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitationId: params.invitationId,
      revokedByUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return presentInvitation(invitation, invitation.updatedAt);
  },
});

/** Routes of a workspace's client invitations. */
export const invitationEndpoints: readonly Endpoint[] = [
  invite,
  invitations,
  single,
  resend,
  revoke,
];
