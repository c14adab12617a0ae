import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import {
  listOpenRelationships,
  listPlaces,
  lockWorkspacesOf,
  type PlaceRow,
} from "../../db/workspaces/leaving-rows.ts";
import type { Tx } from "../../db/transact.ts";
import { handOverRelationships } from "./hand-over-relationships.ts";
import { moveRelationship } from "../relationships/move-relationship.ts";
import { moveWorkspace } from "./move-workspace.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";

/** Relationships that one transaction ends: it stays far below the limits of its time. */
const SLICE = 20;

const REASON = "The coach's account was deleted";

/** A coach goes for good. */
export interface Leaving {
  readonly userId: string;
  readonly requestId: string;
}

/**
 * Ends the open relationships of workspaces that nobody is left to take over, a slice at a time: each
 * with its event, as a coach ends it. Locks the leaver's workspaces first.
 *
 * @returns whether any was found: then ask again before leaving.
 */
export async function endForsakenRelationships(tx: Tx, { userId }: Leaving): Promise<boolean> {
  await lockWorkspacesOf(tx, userId);
  const forsaken = (await listPlaces(tx, userId)).filter(isForsaken);
  const workspaceIds = forsaken.map(({ workspaceId }) => workspaceId);
  const open = await listOpenRelationships(tx, { workspaceIds, limit: SLICE });
  for (const { id: relationshipId, workspaceId } of open) {
    const end = { act: "END", byUserId: userId, reason: REASON, requestId: null } as const;
    await moveRelationship(tx, { ...end, workspaceId, relationshipId });
  }
  return open.length > 0;
}

/**
 * Ends every membership of a coach. Of a workspace they owned, the coach who is there longest becomes the
 * owner; where there is none, it is archived. The owner coaches the leaver's clients from now on. The
 * caller has locked the workspaces, and ended the relationships that nobody takes over.
 */
export async function leaveWorkspaces(
  tx: Tx,
  leaving: Leaving & { readonly now: Date },
): Promise<void> {
  for (const place of await listPlaces(tx, leaving.userId)) await leave(tx, place, leaving);
}

const isForsaken = ({ isOwner, successorMembershipId }: PlaceRow) =>
  isOwner && successorMembershipId === null;

async function leave(
  tx: Tx,
  place: PlaceRow,
  leaving: Leaving & { readonly now: Date },
): Promise<void> {
  const { workspaceId, membershipId, successorMembershipId } = place;
  const { userId, requestId, now } = leaving;
  const membership = await tx.findOneOrFail(WorkspaceMembership, membershipId);
  tx.assign(membership, { status: "ENDED", endedAt: now });
  await tx.flush();
  const deed = { workspaceId, actor: userId, requestId, now };
  await emitWorkspaceEvent(tx, {
    ...deed,
    type: "WorkspaceMemberRemoved",
    subjectId: userId,
    userId,
  });
  if (isForsaken(place)) return await close(tx, place, leaving);
  if (successorMembershipId !== null) await succeed(tx, successorMembershipId, leaving);
  const { ownerUserId: toUserId } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const handOver = { workspaceId, fromUserId: userId, toUserId, actorUserId: userId };
  await handOverRelationships(tx, { ...handOver, requestId, now });
}

async function close(tx: Tx, { workspaceId }: PlaceRow, leaving: Leaving): Promise<void> {
  const { status } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (status === "ARCHIVED") return;
  const { userId: actor, requestId } = leaving;
  await moveWorkspace(tx, { act: "CLOSE", workspaceId, actor, reason: REASON, requestId });
}

async function succeed(
  tx: Tx,
  membershipId: string,
  { userId: formerOwnerUserId, requestId, now }: Leaving & { readonly now: Date },
): Promise<void> {
  const membership = await tx.findOneOrFail(WorkspaceMembership, membershipId);
  const { workspaceId, userId } = membership;
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  tx.assign(membership, { role: "OWNER" });
  tx.assign(workspace, { ownerUserId: userId, updatedAt: now });
  await tx.flush();
  await emitWorkspaceEvent(tx, {
    type: "WorkspaceOwnerChanged",
    workspaceId,
    subjectId: workspaceId,
    refs: { ownerUserId: userId, formerOwnerUserId },
    actor: formerOwnerUserId,
    userId,
    requestId,
    now,
  });
}
