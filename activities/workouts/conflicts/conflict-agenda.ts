import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { workoutConflictActor } from "../../../contract/workouts/conflict-actor.ts";
import type { WorkoutConflictKind } from "../../../contract/workouts/session-vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";

/** What the actor of a draft in conflict has before it: ids, kinds and instants, as plain JSON. */
export interface ConflictAgenda extends ActorAgenda<DueReasonOf<typeof workoutConflictActor>> {
  /** Null where the draft stands in conflict no more. */
  readonly conflict: {
    readonly id: string;
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly kind: WorkoutConflictKind;
    readonly openedAt: string;
    readonly expiresAt: string;
  } | null;
}

/** The agenda of a draft that stands in no conflict. */
export const NO_CONFLICT: ConflictAgenda = { ...NOTHING_WAITS, conflict: null };
