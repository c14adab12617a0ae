import { defineActor } from "../outbox/define-actor.ts";

/** `invitation-import/{importId}` (docs/rooms/actors.md#kinds). */
export const invitationImportActor = defineActor({
  kind: "invitation-import",
  subject: ["importId"],
  wakesOn: ["ClientInvitationImportBegun"],
  dueReasons: ["SLICE"],
  searchAttributes: [],
});
