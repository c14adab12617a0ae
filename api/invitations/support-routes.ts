import { resendForSupport } from "../../activities/invitations/resend-invitation.ts";
import { accountActSchema } from "../../contract/accounts/support-schema.ts";
import {
  invitationParamsSchema,
  supportInvitationSchema,
} from "../../contract/invitations/support-schema.ts";
import { newestEmails } from "../../db/outbox/queries.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { principalOf } from "../guard/principal-of.ts";
import { presentSupportInvitation } from "./present-invitation.ts";
import { requireStillProvable } from "./require-provable.ts";

const resend = act({
  method: "POST",
  path: "/api/v1/support/invitations/{invitationId}/resend",
  name: "resendInvitationForSupport",
  summary: "Replace the link of an open or expired invitation and send it, for a reason",
  source: "docs/rooms/wire.md#support-access",
  access: "support",
  permission: "invitations.resend",
  params: invitationParamsSchema,
  body: accountActSchema,
  answer: supportInvitationSchema,
  refusals: [
    "NOT_FOUND",
    "INVITATION_CONSUMED",
    "INVITATION_REVOKED",
    "WORKSPACE_SUSPENDED",
    "STATE_CONFLICT",
    "RATE_LIMITED",
  ],
  idempotency: "key",
  about: ({ params: { invitationId } }) => [invitationId],
  handle: async ({ tx, granted, params, body, request, deps }) => {
    const actor = principalOf(granted, request, deps).key;
    const invitation = await resendForSupport(tx, {
      ...params,
      ...body,
      actor,
      role: granted.role,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    await requireStillProvable(deps, invitation);
    const emails = await newestEmails(tx, [invitation.id]);
    const lastMail = emails.get(invitation.id) ?? null;
    return presentSupportInvitation(invitation, lastMail, invitation.updatedAt);
  },
});

/** Support routes for client invitations; they are found by contact (`findPerson`). */
export const supportInvitationEndpoints: readonly Endpoint[] = [resend];
