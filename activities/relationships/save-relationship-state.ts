import type {
  RelationshipPrincipal,
  RelationshipStatus,
} from "../../contract/relationships/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { RelationshipState } from "../../rules/relationships/judge-relationship-act.ts";
import {
  announceChange,
  type RelationshipChange,
  type RelationshipHooks,
} from "./relationship-hook.ts";

/**
 * Changes the state of a locked relationship: row, history, hooks, the counter behind devices' cursors, and the
 * event. A state with the same status only updates the row.
 */
export async function saveRelationshipState(
  tx: Tx,
  { relationship, to }: { readonly relationship: Relationship; readonly to: RelationshipState },
  move: RelationshipMove,
): Promise<void> {
  const { id: relationshipId, status: from } = relationship;
  const { actor, now, requestId, hooks } = move;
  tx.assign(relationship, { ...to, ...instantsOf(relationship, to, now), updatedAt: now });
  if (from !== to.status) tx.create(RelationshipEvent, historyOf(relationship, from, move));
  await tx.flush();
  if (from === to.status) return;
  const change = CHANGES[eventTypeOf(from, to.status)];
  const wakes = await announceChange(
    tx,
    { hooks, change },
    { relationship, actor, now, requestId },
  );
  await recordScopeChanges(tx, [{ relationshipId, changes: { scope: [relationshipId] } }], now);
  const event = eventOf(relationship, from, move);
  await appendEvents(tx, [wakes === null ? event : wakes(event)], { now, requestId });
}

/** The author of a change, and the reason. */
export interface RelationshipMove {
  readonly actor: { readonly userId: string; readonly kind: RelationshipPrincipal };
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly now: Date;
  /** Hooks of the rooms that follow relationships. */
  readonly hooks: RelationshipHooks;
}

function instantsOf({ status, pausedAt }: Relationship, to: RelationshipState, now: Date) {
  const goesOn = status === to.status ? pausedAt : now;
  return {
    pausedAt: to.status === "PAUSED" ? goesOn : null,
    endedAt: to.status === "ENDED" ? now : null,
  };
}

function historyOf(
  { id, status }: Relationship,
  fromStatus: RelationshipStatus,
  { actor, reason, now }: RelationshipMove,
) {
  return {
    id: newId(),
    relationshipId: id,
    fromStatus,
    toStatus: status,
    fromCoachUserId: null,
    toCoachUserId: null,
    reason,
    actorUserId: actor.userId,
    actorKind: actor.kind,
    occurredAt: now,
  };
}

function eventOf(
  relationship: Relationship,
  from: RelationshipStatus,
  { actor }: RelationshipMove,
) {
  const { id, workspaceId, coachUserId, clientUserId, status } = relationship;
  const people = { coachUserId, clientUserId, actorUserId: actor.userId };
  return {
    eventId: newId(),
    type: eventTypeOf(from, status),
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, ...people, fromStatus: from, toStatus: status },
  };
}

const CHANGES = {
  CoachClientRelationshipActivated: "activated",
  CoachClientRelationshipPaused: "paused",
  CoachClientRelationshipResumed: "resumed",
  CoachClientRelationshipEnded: "ended",
} as const satisfies Partial<Record<EventType, RelationshipChange>>;

function eventTypeOf(from: RelationshipStatus, to: RelationshipStatus): keyof typeof CHANGES {
  if (to === "ENDED") return "CoachClientRelationshipEnded";
  if (to === "PAUSED") return "CoachClientRelationshipPaused";
  return from === "PAUSED" ? "CoachClientRelationshipResumed" : "CoachClientRelationshipActivated";
}
