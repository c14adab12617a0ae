import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { listCoachedIds } from "../../db/workspaces/leaving-rows.ts";
import { lockScopes } from "../../db/lock-scopes.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import type { Tx } from "../../db/transact.ts";
import type { GoneMember, WorkspaceHook } from "../workspaces/workspace-hook.ts";

/**
 * The owner of a workspace becomes the coach of every open relationship that somebody who is gone had in
 * it: their clients see a name that still coaches them. What has ended keeps its coach, and the history
 * of each says who it was. The workspace is locked, so that none begins meanwhile.
 */
export const relationshipsFollowMember: WorkspaceHook = { memberGone: handOver };

async function handOver(tx: Tx, member: GoneMember): Promise<void> {
  const { workspaceId, userId: coachUserId, now, requestId } = member;
  const ids = await listCoachedIds(tx, { workspaceId, coachUserId });
  if (ids.length === 0) return;
  await lockScopes(tx, ids);
  const open = { workspaceId, coachUserId, status: { $ne: "ENDED" as const } };
  const relationships = await tx.find(Relationship, open, { orderBy: { id: "asc" } });
  for (const relationship of relationships) {
    tx.assign(relationship, { coachUserId: member.ownerUserId, updatedAt: now });
    tx.create(RelationshipEvent, historyOf(relationship, member));
  }
  await tx.flush();
  const changes = relationships.map(({ id }) => ({ relationshipId: id, changes: { scope: [id] } }));
  await recordScopeChanges(tx, changes, now);
  const events = relationships.map((relationship) => eventOf(relationship, member));
  await appendEvents(tx, events, { now, requestId });
}

function historyOf({ id, status }: Relationship, member: GoneMember) {
  return {
    id: newId(),
    relationshipId: id,
    fromStatus: status,
    toStatus: status,
    fromCoachUserId: member.userId,
    toCoachUserId: member.ownerUserId,
    reason: null,
    actorUserId: member.actorUserId,
    actorKind: "COACH" as const,
    occurredAt: member.now,
  };
}

function eventOf({ id, clientUserId }: Relationship, member: GoneMember) {
  const { workspaceId, userId, ownerUserId, actorUserId } = member;
  const coaches = { fromCoachUserId: userId, coachUserId: ownerUserId };
  return {
    eventId: newId(),
    type: "CoachClientRelationshipReassigned" as const,
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, ...coaches, clientUserId, actorUserId },
  };
}
