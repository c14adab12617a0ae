import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { workoutConflictActor } from "../../../contract/workouts/workout-conflict-actor.ts";
import type { WorkoutConflictKind } from "../../../contract/workouts/session-vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";

/** The agenda of the actor of a draft in conflict: ids, kinds and instants, as plain JSON. */
export interface ConflictAgenda extends ActorAgenda<DueReasonOf<typeof workoutConflictActor>> {
  /** Null if the draft is no longer in conflict. */
  readonly conflict: {
    readonly id: string;
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly kind: WorkoutConflictKind;
    readonly openedAt: string;
    readonly expiresAt: string;
  } | null;
}

/** The agenda of a draft without a conflict. */
export const NO_CONFLICT: ConflictAgenda = { ...NOTHING_WAITS, conflict: null };
