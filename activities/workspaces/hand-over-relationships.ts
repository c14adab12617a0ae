import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { listCoachedIds } from "../../db/workspaces/leaving-rows.ts";
import { lockScopes } from "../../db/lock-scopes.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import type { Tx } from "../../db/transact.ts";

/** A coach leaves a workspace, and another of it coaches on. */
export interface HandOver {
  readonly workspaceId: string;
  readonly fromUserId: string;
  readonly toUserId: string;
  readonly actorUserId: string;
  readonly requestId: string | null;
  readonly now: Date;
}

/**
 * Makes another coach of the workspace the coach of every open relationship that the leaver has in it:
 * their clients see a name that still coaches them. What has ended keeps its coach, and the history of
 * each says who it was. The caller has locked the workspace, so that none begins meanwhile.
 */
export async function handOverRelationships(tx: Tx, handOver: HandOver): Promise<void> {
  const { workspaceId, fromUserId: coachUserId, now, requestId } = handOver;
  const ids = await listCoachedIds(tx, { workspaceId, coachUserId });
  if (ids.length === 0) return;
  await lockScopes(tx, ids);
  const open = { workspaceId, coachUserId, status: { $ne: "ENDED" as const } };
  const relationships = await tx.find(Relationship, open, { orderBy: { id: "asc" } });
  for (const relationship of relationships) {
    tx.assign(relationship, { coachUserId: handOver.toUserId, updatedAt: now });
    tx.create(RelationshipEvent, historyOf(relationship, handOver));
  }
  await tx.flush();
  const changes = relationships.map(({ id }) => ({ relationshipId: id, changes: { scope: [id] } }));
  await recordScopeChanges(tx, changes, now);
  const events = relationships.map((relationship) => eventOf(relationship, handOver));
  await appendEvents(tx, events, { now, requestId });
}

function historyOf({ id, status }: Relationship, handOver: HandOver) {
  return {
    id: newId(),
    relationshipId: id,
    fromStatus: status,
    toStatus: status,
    fromCoachUserId: handOver.fromUserId,
    toCoachUserId: handOver.toUserId,
    reason: null,
    actorUserId: handOver.actorUserId,
    actorKind: "COACH" as const,
    occurredAt: handOver.now,
  };
}

function eventOf({ id, clientUserId }: Relationship, handOver: HandOver) {
  const { workspaceId, fromUserId, toUserId, actorUserId } = handOver;
  const coaches = { fromCoachUserId: fromUserId, coachUserId: toUserId };
  return {
    eventId: newId(),
    type: "CoachClientRelationshipReassigned" as const,
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, ...coaches, clientUserId, actorUserId },
  };
}
