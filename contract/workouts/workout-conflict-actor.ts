import { defineActor } from "../outbox/define-actor.ts";

/** `workout-conflict/{relationshipId}/{clientSessionId}` (docs/rooms/actors.md#kinds). */
export const workoutConflictActor = defineActor({
  kind: "workout-conflict",
  subject: ["relationshipId", "clientSessionId"],
  wakesOn: [
    "WorkoutSyncConflictRaised",
    "WorkoutSyncConflictRenewed",
    "WorkoutSyncConflictResolved",
    "WorkoutSyncConflictMoved",
  ],
  dueReasons: ["CLIENT_REMINDER", "COACH_REMINDER", "EXPIRY"],
  searchAttributes: ["WorkspaceId", "RelationshipId"],
});
