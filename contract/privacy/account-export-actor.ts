import { defineActor } from "../outbox/define-actor.ts";

/** `account-export/{exportId}` (docs/rooms/actors.md#kinds). */
export const accountExportActor = defineActor({
  kind: "account-export",
  subject: ["exportId"],
  wakesOn: ["AccountExportRequested"],
  dueReasons: ["SLICE", "EXPIRY"],
  searchAttributes: [],
});
