import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import { workoutConflictActor } from "../../../contract/workouts/conflict-actor.ts";
import type {
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";
import { idFrom } from "../../../db/new-id.ts";

/** Whose conflict, of which draft. */
export interface ToldConflict {
  readonly id: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly clientSessionId: string;
  readonly taskId: string;
  readonly kind: WorkoutConflictKind;
}

/**
 * A receipt refuses a draft: the first opens its conflict and is told of, once; a further one, which renews how long the
 * draft is kept, its actor alone hears.
 */
export function conflictRaised(
  conflict: ToldConflict,
  { receiptId, isNew }: { readonly receiptId: string; readonly isNew: boolean },
): DomainEvent {
  const type = isNew ? "WorkoutSyncConflictRaised" : "WorkoutSyncConflictRenewed";
  const eventId = idFrom(isNew ? conflict.id : receiptId, type);
  return waking(conflict, { ...told(conflict, type), eventId });
}

/** A conflict came to its end, once; its actor hears of it too, unless it was what ended it. */
export function conflictResolved(
  conflict: ToldConflict,
  resolution: WorkoutConflictResolution,
  { byActor = false }: { readonly byActor?: boolean } = {},
): DomainEvent {
  const event = told(conflict, "WorkoutSyncConflictResolved");
  const resolved = { ...event, refs: { ...event.refs, resolution } };
  return byActor ? resolved : waking(conflict, resolved);
}

/** The mornings of its client moved, because the zone did: the actor looks again. */
export function conflictMoved(conflict: ToldConflict, eventId: string): DomainEvent {
  return waking(conflict, { ...told(conflict, "WorkoutSyncConflictMoved"), eventId });
}

function told({ id, ...conflict }: ToldConflict, type: EventType): DomainEvent {
  const { workspaceId, relationshipId, clientSessionId, taskId, kind } = conflict;
  const refs = { workspaceId, relationshipId, clientSessionId, taskId, kind };
  return { eventId: idFrom(id, type), type, subjectId: id, version: 0, refs };
}

function waking({ relationshipId, clientSessionId }: ToldConflict, event: DomainEvent) {
  return workoutConflictActor.wokenBy(event, { relationshipId, clientSessionId });
}
