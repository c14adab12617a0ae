import { defineActor } from "../../../contract/outbox/define-actor.ts";

/** `probe/{relationshipId}/{sessionId}`: an actor that exists only in tests. */
export const probe = defineActor({
  kind: "probe",
  subject: ["relationshipId", "sessionId"],
  wakesOn: ["CoachLoggedIn"],
  dueReasons: ["RING"],
  searchAttributes: ["RelationshipId"],
});
