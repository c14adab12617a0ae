import { z } from "zod";
import { inviteClient } from "../../activities/identity/invite-client.ts";
import { previewInvitation } from "../../activities/identity/preview-invitation.ts";
import { revokeInvitation } from "../../activities/identity/revoke-invitation.ts";
import { validateInvitation } from "../../activities/identity/validate-invitation.ts";
import {
  type CreateInvitation,
  createdInvitationSchema,
  createInvitationSchema,
  invitationPageSchema,
  invitationPreviewSchema,
  invitationSchema,
  invitationTokenBodySchema,
  invitationValidationSchema,
} from "../../contract/identity/invitation-schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listInvitations } from "../../db/identity/queries.ts";
import { clockNow } from "../../db/transact.ts";
import { deriveInvitationToken } from "../../rules/identity/derive-invitation-token.ts";
import { invitationLink } from "../../rules/identity/invitation-link.ts";
import {
  type Contact,
  normalizeEmail,
  normalizePhone,
} from "../../rules/identity/normalize-contact.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { idAfter, idPage } from "../id-page.ts";
import { malformed } from "../parse-or-refuse.ts";
import { presentInvitation, presentPreview } from "./present.ts";

const invitationsPath = "/api/v1/workspaces/{workspaceId}/invitations";
const source = "decisions.md, Identity and onboarding: invitations";
const workspaceParams = z.strictObject({ workspaceId: idSchema });
const CLOSED = [
  "NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
] as const;

const invite = act({
  method: "POST",
  path: invitationsPath,
  summary: "Invite a client by e-mail or phone; the link is sent, and shown here to be copied",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  body: createInvitationSchema,
  answer: createdInvitationSchema,
  status: 201,
  idempotency: "key",
  handle: async ({ tx, granted, body, request, deps }) => {
    const invitation = await inviteClient(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      contact: contactOf(body),
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    // What is stored under the key is the way to the door; `reveal` adds the token.
    const link = invitationLink(deps.publicUrl, "");
    return { ...presentInvitation(invitation, invitation.createdAt), link };
  },
  reveal: async (answer, { keys, publicUrl }) => {
    const { invitationId: id, generation } = answer;
    const token = await deriveInvitationToken(keys.invitation, { id, generation });
    return { ...answer, link: invitationLink(publicUrl, token) };
  },
});

const invitations = read({
  method: "GET",
  path: invitationsPath,
  summary: "Invitations of the workspace, newest first, without their links",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: invitationPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const list = { deps, scope: `invitations:${workspaceId}` };
    const page = { workspaceId, afterId: idAfter(list, query.cursor), limit: query.limit };
    const found = await listInvitations(em, page);
    const { rows, nextCursor } = idPage(list, found, query.limit);
    const now = await clockNow(em);
    return { items: rows.map((invitation) => presentInvitation(invitation, now)), nextCursor };
  },
});

const revoke = act({
  method: "POST",
  path: `${invitationsPath}/{invitationId}/revoke`,
  summary: "Withdraw an open invitation; repeated, it answers the same",
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

const preview = read({
  method: "POST",
  path: "/api/v1/client-invitations/preview",
  summary: "Who invites whom, for the holder of the link",
  source,
  access: "anonymous",
  body: invitationTokenBodySchema,
  answer: invitationPreviewSchema,
  refusals: CLOSED,
  countsFailures: true,
  handle: async ({ em, body }) => presentPreview(await previewInvitation(em, body.invitationToken)),
});

const validate = act({
  method: "POST",
  path: "/api/v1/client-invitations/validate",
  summary: "Confirm that this sign-in may accept the invitation",
  source,
  access: "identity",
  surfaces: ["CLIENT_MOBILE"],
  body: invitationTokenBodySchema,
  answer: invitationValidationSchema,
  refusals: [
    ...CLOSED,
    "INVITATION_CONTACT_MISMATCH",
    "CLIENT_ALREADY_HAS_ACTIVE_COACH",
    "STATE_CONFLICT",
  ],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { identity } = granted;
    const { id, expiresAt } = await validateInvitation(tx, { identity, ...body });
    return { validationId: id, expiresAt: expiresAt.toISOString() };
  },
});

/** @throws Refusal VALIDATION_FAILED when the text is no contact of its kind. */
function contactOf({ email = "", phone }: CreateInvitation): Contact {
  const [kind, value] =
    phone === undefined
      ? (["EMAIL", normalizeEmail(email)] as const)
      : (["PHONE", normalizePhone(phone)] as const);
  if (value !== null) return { kind, value };
  const [pointer, message] =
    kind === "EMAIL"
      ? ["/email", "Not an e-mail address"]
      : ["/phone", "Not an international phone number, such as +49 151 2345678"];
  throw malformed([{ pointer, code: "invalid_format", message }]);
}

/** Routes of invitations, on both sides of the door. */
export const invitationEndpoints: readonly Endpoint[] = [
  invite,
  invitations,
  revoke,
  preview,
  validate,
];
