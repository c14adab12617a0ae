import { invitationActor as definition } from "../../contract/invitations/invitation-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import { type InvitationSettling, settleInvitation } from "./settle-invitation.ts";

/** What its act is given. */
export interface InvitationDeps extends SettlingDeps, InvitationSettling {}

/** The actor of an invitation of a client: sends one that is scheduled on its day, and reminds of it before it closes (docs/rules.md#actors-kinds). */
export const invitationActor = registerActor(definition, {
  settle: (deps: InvitationDeps, { invitationId }) => settleInvitation(deps, { invitationId }),
  attributes: () => ({}),
  details: () => [],
});
