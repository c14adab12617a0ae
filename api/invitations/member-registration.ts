import { registerInSession } from "../../activities/accounts/sessions/register-in-session.ts";
import { registerMember } from "../../activities/invitations/joining/register-member.ts";
import { memberRegistrationSchema } from "../../contract/invitations/member-schema.ts";
import { coachRegistrationAnswerSchema } from "../../contract/workspaces/coach-schema.ts";
import { getCoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { registrationOrigin } from "../accounts/registration-origin.ts";
import { act } from "../endpoint.ts";
import { addingOtherWays } from "../guard/other-ways.ts";
import { invitationProof } from "./invitation-proof.ts";
import { presentRegisteredCoach } from "../workspaces/present-registered-coach.ts";

/** A second coach without an account registers with only the invitation. */
export const memberRegistration = act({
  method: "POST",
  path: "/api/v1/auth/member-registration",
  name: "registerMember",
  summary:
    "Register as a coach of the inviting workspace, without a workspace of your own; a repeated request returns the account",
  source: "docs/rooms/invitations.md#joining",
  access: "identity",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: memberRegistrationSchema,
  answer: coachRegistrationAnswerSchema,
  refusals: [
    "NOT_FOUND",
    "INVITATION_EXPIRED",
    "INVITATION_REVOKED",
    "INVITATION_CONSUMED",
    "WORKSPACE_SUSPENDED",
    "VALIDATION_EXPIRED",
    "INVITATION_CONTACT_MISMATCH",
    "IDENTITY_NOT_LINKED",
    "STATE_CONFLICT",
  ],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) => {
    const { identity } = granted;
    const { invitationToken, joinHandle, ...form } = body;
    const proof = invitationProof({ invitationToken, joinHandle }, deps);
    const registration = { ...form, identity, proof, origin: registrationOrigin(request, deps) };
    const { userId } = await addingOtherWays({ em: tx, identity, deps }, () =>
      registerInSession(tx, registration, () =>
        registerMember(tx, registration, deps.hooks.workspaces),
      ),
    );
    return presentRegisteredCoach(await getCoachContext(tx, userId));
  },
});
