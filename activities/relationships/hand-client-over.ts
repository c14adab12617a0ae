import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockMember } from "../workspaces/lock-member.ts";
import { reassignCoach } from "./reassign-coach.ts";
import { announceCoachChanged, type RelationshipHooks } from "./relationship-hook.ts";

/**
 * Makes a member of the workspace the coach of a relationship that has not ended; idempotent. It locks the
 * membership, so that no client is transferred to a coach who has left.
 *
 * @throws Refusal NOT_FOUND for a relationship or a coach outside the workspace, RELATIONSHIP_INACTIVE (ended).
 */
export async function handClientOver(
  tx: Tx,
  { workspaceId, relationshipId, coachUserId, byUserId, requestId }: HandOver,
  hooks: RelationshipHooks,
): Promise<Relationship> {
  await lockMember(tx, { workspaceId, userId: coachUserId });
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const relationship = await tx.findOne(Relationship, { id: relationshipId, workspaceId });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  if (relationship.status === "ENDED") throw new Refusal("RELATIONSHIP_INACTIVE");
  const { coachUserId: fromCoachUserId } = relationship;
  if (fromCoachUserId === coachUserId) return relationship;
  const now = await clockNow(tx);
  const given = { toCoachUserId: coachUserId, actorUserId: byUserId, now, requestId };
  await reassignCoach(tx, [relationship], given);
  await announceCoachChanged(tx, hooks, { relationship, fromCoachUserId, now });
  return relationship;
}

/** A client is transferred to another coach of the workspace. */
export interface HandOver {
  readonly workspaceId: string;
  readonly relationshipId: string;
  /** The new coach. */
  readonly coachUserId: string;
  readonly byUserId: string;
  readonly requestId: string | null;
}
