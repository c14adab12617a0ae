import { invitationActor as definition } from "../../contract/invitations/invitation-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import { settleScheduled } from "./csv/settle-scheduled.ts";
import { type InvitationSettling, settleInvitation } from "./settle-invitation.ts";

/**
 * The actor of a client's invitation. It sends a scheduled one on its day and a reminder before the end, and notifies
 * the coach before and after the end (docs/rooms/actors.md#kinds).
 */
export const invitationActor = registerActor(definition, {
  settle: (deps: InvitationDeps, { invitationId }) => settleInvitation(deps, { invitationId }),
  newActors: {
    event: "ClientInvitationScheduled",
    settle: async (em, subjects) => {
      const settlements = await settleScheduled(
        em,
        subjects.map(({ invitationId }) => invitationId),
      );
      return settlements.map(({ invitationId, agenda }) => ({ subject: { invitationId }, agenda }));
    },
  },
  attributes: () => ({}),
  details: () => [],
});

/** Dependencies of the actor's act. */
export interface InvitationDeps extends SettlingDeps, InvitationSettling {}
