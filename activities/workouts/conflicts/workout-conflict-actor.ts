import { workoutConflictActor as definition } from "../../../contract/workouts/workout-conflict-actor.ts";
import { registerActor, type SettlingDeps } from "../../outbox/register-actor.ts";
import type { ConflictAgenda } from "./conflict-agenda.ts";
import { settleConflict } from "./settle-conflict.ts";

/**
 * The actor of a draft in conflict: reminds its client, notifies its coach, and deletes the draft if nobody has
 * chosen within 30 days (docs/rooms/actors.md#kinds).
 */
export const workoutConflictActor = registerActor(definition, {
  settle: ({ em }: SettlingDeps, { relationshipId, clientSessionId }) =>
    settleConflict(em, { relationshipId, clientSessionId }),
  attributes: ({ conflict }) => ({
    WorkspaceId: conflict?.workspaceId ?? null,
    RelationshipId: conflict?.relationshipId ?? null,
  }),
  details,
});

function details({ conflict }: ConflictAgenda): readonly string[] {
  if (conflict === null) return ["The draft is not in conflict."];
  const { id, kind, openedAt, expiresAt } = conflict;
  return [`Conflict ${id}, **${kind}**, since ${openedAt}, until ${expiresAt} at the latest.`];
}
