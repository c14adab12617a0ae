import { invitationActor as definition } from "../../contract/invitations/invitation-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import { settleInvitation } from "./settle-invitation.ts";

/** The actor of an invitation of a client: reminds of it before it closes (docs/rules.md#actors-kinds). */
export const invitationActor = registerActor(definition, {
  settle: ({ em }: SettlingDeps, { invitationId }) => settleInvitation(em, { invitationId }),
  attributes: () => ({}),
  details: () => [],
});
