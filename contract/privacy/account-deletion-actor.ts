import { defineActor } from "../outbox/define-actor.ts";

/** `account-deletion/{userId}` (docs/rooms/actors.md#kinds). */
export const accountDeletionActor = defineActor({
  kind: "account-deletion",
  subject: ["userId"],
  wakesOn: ["AccountDeletionRequested", "AccountDeletionCancelled"],
  dueReasons: ["DELETION"],
  searchAttributes: [],
});
