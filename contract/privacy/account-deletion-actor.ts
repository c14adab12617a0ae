import { defineActor } from "../outbox/define-actor.ts";

/** `account-deletion/{userId}` (actors.md). */
export const accountDeletionActor = defineActor({
  kind: "account-deletion",
  subject: ["userId"],
  wakesOn: ["AccountDeletionRequested", "AccountDeletionCancelled"],
  dueReasons: ["DELETION"],
  searchAttributes: [],
});
