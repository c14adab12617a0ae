import { raiseCoachOnboarding } from "../../db/accounts/profiles/raise-coach-onboarding.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Transfers relationships to another coach. The history of each records the former coach, and its devices learn of
 * the change. The caller holds the scopes' locks.
 */
export async function reassignCoach(
  tx: Tx,
  relationships: readonly Relationship[],
  reassignment: Reassignment,
): Promise<void> {
  const { now, requestId, toCoachUserId } = reassignment;
  const events = relationships.map((relationship) => eventOf(relationship, reassignment));
  for (const relationship of relationships) {
    tx.create(RelationshipEvent, historyOf(relationship, reassignment));
    tx.assign(relationship, { coachUserId: toCoachUserId, updatedAt: now });
  }
  await tx.flush();
  if (relationships.length > 0)
    await raiseCoachOnboarding(tx, { userId: toCoachUserId, to: "COMPLETED" });
  const changes = relationships.map(({ id }) => ({ relationshipId: id, changes: { scope: [id] } }));
  await recordScopeChanges(tx, changes, now);
  await appendEvents(tx, events, { now, requestId });
}

/** The new coach, and who decided it. */
export interface Reassignment {
  readonly toCoachUserId: string;
  readonly actorUserId: string;
  readonly now: Date;
  readonly requestId: string | null;
}

function historyOf(
  { id, status, coachUserId }: Relationship,
  { toCoachUserId, actorUserId, now }: Reassignment,
) {
  return {
    id: newId(),
    relationshipId: id,
    fromStatus: status,
    toStatus: status,
    fromCoachUserId: coachUserId,
    toCoachUserId,
    reason: null,
    actorUserId,
    actorKind: "COACH" as const,
    occurredAt: now,
  };
}

function eventOf(
  { id, workspaceId, clientUserId, coachUserId }: Relationship,
  { toCoachUserId, actorUserId }: Reassignment,
) {
  const coaches = { fromCoachUserId: coachUserId, coachUserId: toCoachUserId };
  return {
    eventId: newId(),
    type: "CoachClientRelationshipReassigned" as const,
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, ...coaches, clientUserId, actorUserId },
  };
}
