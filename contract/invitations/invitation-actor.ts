import { defineActor } from "../outbox/define-actor.ts";

/** `invitation/{invitationId}` (docs/rooms/actors.md#kinds). */
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
  dueReasons: ["SEND", "REMINDER", "EXPIRY"],
  searchAttributes: [],
});
