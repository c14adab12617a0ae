import { z } from "zod";
import { inviteClient } from "../../activities/identity/invite-client.ts";
import { previewInvitation } from "../../activities/identity/preview-invitation.ts";
import { resendInvitation } from "../../activities/identity/resend-invitation.ts";
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
  listInvitationsQuerySchema,
} from "../../contract/identity/invitation-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { listInvitations } from "../../db/identity/queries.ts";
import { clockNow } from "../../db/transact.ts";
import { deriveInvitationToken } from "../../rules/identity/derive-invitation-token.ts";
import { invitationLink } from "../../rules/identity/invitation-link.ts";
import {
  type Contact,
  normalizeEmail,
  normalizePhone,
} from "../../rules/identity/normalize-contact.ts";
import type { ApiDeps } from "../deps.ts";
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
  refusals: ["STATE_CONFLICT", "RATE_LIMITED"],
  changesWorkspace: true,
  idempotency: "key",
  handle: async ({ tx, granted, body, request, deps }) => {
    const invitation = await inviteClient(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      contact: contactOf(body),
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    return withoutToken(presentInvitation(invitation, invitation.createdAt), deps);
  },
  reveal: withToken,
});

const resend = act({
  method: "POST",
  path: `${invitationsPath}/{invitationId}/resend`,
  summary: "Make a new link of an open or expired invitation, end the old one, and send it",
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
  handle: async ({ tx, granted, params, request, deps }) => {
    const invitation = await resendInvitation(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitationId: params.invitationId,
      resentByUserId: granted.caller.userId,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    return withoutToken(presentInvitation(invitation, invitation.updatedAt), deps);
  },
  reveal: withToken,
});

const invitations = read({
  method: "GET",
  path: invitationsPath,
  summary: "Invitations of the workspace, newest first, without their links",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: listInvitationsQuerySchema,
  answer: invitationPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { limit, status = null } = query;
    const list = { deps, scope: `invitations:${workspaceId}:${status ?? ""}` };
    const afterId = idAfter(list, query.cursor);
    const now = await clockNow(em);
    const found = await listInvitations(em, { workspaceId, status, now, afterId, limit });
    const { rows, nextCursor } = idPage(list, found, limit);
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

/** What is stored under an Idempotency-Key is the way to the door; {@link withToken} adds the token. */
function withoutToken<Shown>(shown: Shown, { publicUrl }: ApiDeps): Shown & { link: string } {
  return { ...shown, link: invitationLink(publicUrl, "") };
}

/** An answer that is repeated shows the link it showed at first, whether or not it still opens. */
async function withToken<
  Shown extends { readonly invitationId: string; readonly generation: number },
>(shown: Shown, { keys, publicUrl }: ApiDeps): Promise<Shown & { link: string }> {
  const { invitationId: id, generation } = shown;
  const token = await deriveInvitationToken(keys.invitation, { id, generation });
  return { ...shown, link: invitationLink(publicUrl, token) };
}

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
  resend,
  revoke,
  preview,
  validate,
];
