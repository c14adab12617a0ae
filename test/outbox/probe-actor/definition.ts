import { defineActor } from "../../../contract/outbox/define-actor.ts";

/** `probe/{relationshipId}/{sessionId}`: an actor that no product has. */
export const probe = defineActor({
  kind: "probe",
  subject: ["relationshipId", "sessionId"],
  wakesOn: ["CoachLoggedIn"],
  dueReasons: ["RING"],
  searchAttributes: ["RelationshipId"],
});
