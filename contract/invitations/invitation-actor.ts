import { defineActor } from "../outbox/define-actor.ts";

/** `invitation/{invitationId}` (docs/rules.md#actors-kinds). */
export const invitationActor = defineActor({
  kind: "invitation",
  subject: ["invitationId"],
  wakesOn: [
    "ClientInvitationScheduled",
    "ClientInvited",
    "ClientInvitationResent",
    "ClientInvitationRevoked",
    "ClientInvitationConsumed",
  ],
  dueReasons: ["SEND", "REMINDER"],
  searchAttributes: [],
});
