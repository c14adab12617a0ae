import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import { workoutConflictActor } from "../../../contract/workouts/workout-conflict-actor.ts";
import type {
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";
import { idFrom } from "../../../db/platform/new-id.ts";

/** A conflict with its draft and scope. */
export interface ConflictForEvent {
  readonly id: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly clientSessionId: string;
  readonly taskId: string;
  readonly kind: WorkoutConflictKind;
}

/**
 * The event of a receipt that refuses a draft. The first one opens the conflict and is published. A further one
 * extends how long the draft is kept, and only wakes the actor.
 */
export function conflictRaised(
  conflict: ConflictForEvent,
  { receiptId, isNew }: { readonly receiptId: string; readonly isNew: boolean },
): DomainEvent {
  const type = isNew ? "WorkoutSyncConflictRaised" : "WorkoutSyncConflictRenewed";
  const eventId = idFrom(isNew ? conflict.id : receiptId, type);
  return waking(conflict, { ...eventOf(conflict, type), eventId });
}

/**
 * The event of a resolved conflict, emitted once. It also wakes the conflict's actor, unless the actor resolved it.
 */
export function conflictResolved(
  conflict: ConflictForEvent,
  resolution: WorkoutConflictResolution,
  { byActor = false }: { readonly byActor?: boolean } = {},
): DomainEvent {
  const event = eventOf(conflict, "WorkoutSyncConflictResolved");
  const resolved = { ...event, refs: { ...event.refs, resolution } };
  return byActor ? resolved : waking(conflict, resolved);
}

/** The client's time zone changed, so the reminders move: the actor must wake. */
export function conflictMoved(conflict: ConflictForEvent, eventId: string): DomainEvent {
  return waking(conflict, { ...eventOf(conflict, "WorkoutSyncConflictMoved"), eventId });
}

function eventOf({ id, ...conflict }: ConflictForEvent, type: EventType): DomainEvent {
  const { workspaceId, relationshipId, clientSessionId, taskId, kind } = conflict;
  const refs = { workspaceId, relationshipId, clientSessionId, taskId, kind };
  return { eventId: idFrom(id, type), type, subjectId: id, version: 0, refs };
}

function waking({ relationshipId, clientSessionId }: ConflictForEvent, event: DomainEvent) {
  return workoutConflictActor.wokenBy(event, { relationshipId, clientSessionId });
}
