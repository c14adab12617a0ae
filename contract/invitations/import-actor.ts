import { defineActor } from "../outbox/define-actor.ts";

/** `invitation-import/{importId}` (docs/rules.md#actors-kinds). */
export const invitationImportActor = defineActor({
  kind: "invitation-import",
  subject: ["importId"],
  wakesOn: ["ClientInvitationImportBegun"],
  dueReasons: ["SLICE"],
  searchAttributes: [],
});
