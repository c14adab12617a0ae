import { mailInvitationAgain } from "../../activities/invitations/invitee/mail-invitation-again.ts";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import {
  invitationMailedAgainSchema,
  invitationPreviewSchema,
  invitationTokenBodySchema,
  invitationValidationSchema,
} from "../../contract/invitations/schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { identityKey } from "../guard/principal-of.ts";
import { addingOtherWays } from "../guard/other-ways.ts";
import { presentPreview } from "./present-invitation.ts";

const source = "docs/rooms/invitations.md#tokens";
const CLOSED = [
  "NOT_FOUND",
  "INVITATION_REPLACED",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
] as const;

const preview = read({
  method: "POST",
  path: "/api/v1/client-invitations/preview",
  name: "previewInvitation",
  summary: "Preview of an invitation: who invites whom, for the holder of the link",
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
  name: "validateInvitation",
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
    "IDENTITY_NOT_LINKED",
    "STATE_CONFLICT",
  ],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, deps }) => {
    const { identity } = granted;
    const { id, expiresAt } = await addingOtherWays({ em: tx, identity, deps }, () =>
      validateInvitation(tx, { identity, ...body }),
    );
    return { validationId: id, expiresAt: expiresAt.toISOString() };
  },
});

const mailAgain = act({
  method: "POST",
  path: "/api/v1/client-invitations/mail-again",
  name: "mailInvitationAgain",
  summary: "Mail the waiting invitation again to the address that this sign-in proves",
  source: "docs/rooms/invitations.md#mail",
  access: "identity",
  surfaces: ["CLIENT_MOBILE", "WEB"],
  answer: invitationMailedAgainSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "key",
  about: () => [],
  handle: async ({ tx, granted, request, deps }) => {
    const { identity, caller } = granted;
    // Somebody with an account reads the same as a stranger for whom nothing waits.
    if (caller !== null) throw new Refusal("NOT_FOUND");
    const { expiresAt } = await mailInvitationAgain(tx, {
      identity,
      actor: identityKey(deps, identity),
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    return { expiresAt };
  },
});

/** Routes for invited people. */
export const clientInvitationEndpoints: readonly Endpoint[] = [preview, validate, mailAgain];
