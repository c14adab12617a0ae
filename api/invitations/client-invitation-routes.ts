import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import {
  invitationPreviewSchema,
  invitationTokenBodySchema,
  invitationValidationSchema,
} from "../../contract/invitations/schema.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
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

/** Routes for the holder of an invitation's link. */
export const clientInvitationEndpoints: readonly Endpoint[] = [preview, validate];
