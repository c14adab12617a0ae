import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { listPlaces, type PlaceRow } from "../../db/workspaces/leaving-rows.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { makeOwner } from "./make-owner.ts";
import { moveWorkspace } from "./move-workspace.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";
import { announceGone, type WorkspaceHooks } from "./workspace-hook.ts";

/**
 * Ends every membership of a coach. The coach who has been a member longest becomes the owner of a workspace they
 * owned; without one, it is archived. The new owner coaches the leaver's clients. The caller has locked the
 * workspaces, and ended relationships without a successor.
 */
export async function leaveWorkspaces(
  tx: Tx,
  leaving: Leaving & { readonly now: Date },
  hooks: WorkspaceHooks,
): Promise<void> {
  const left = { ...leaving, hooks };
  for (const place of await listPlaces(tx, leaving.userId)) await leave(tx, place, left);
}

/** The reason for the end of a workspace without a successor, and of its relationships. */
export const COACH_GONE = "The coach's account was deleted";

/** A coach whose account is deleted. */
export interface Leaving {
  readonly userId: string;
  readonly requestId: string;
}

/** True if the owner leaves no successor. */
export const isOrphaned = ({ isOwner, successorMembershipId }: PlaceRow) =>
  isOwner && successorMembershipId === null;

async function leave(
  tx: Tx,
  place: PlaceRow,
  leaving: Leaving & { readonly now: Date; readonly hooks: WorkspaceHooks },
): Promise<void> {
  const { workspaceId, membershipId, successorMembershipId } = place;
  const { userId, requestId, now, hooks } = leaving;
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
  if (isOrphaned(place)) return await close(tx, place, leaving);
  if (successorMembershipId !== null) {
    const successor = await tx.findOneOrFail(WorkspaceMembership, successorMembershipId);
    await makeOwner(tx, successor, { formerOwnerUserId: userId, requestId, now });
  }
  const { ownerUserId: successorUserId } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const gone = { workspaceId, userId, successorUserId, actorUserId: userId };
  await announceGone(tx, hooks, { ...gone, requestId, now });
}

async function close(
  tx: Tx,
  { workspaceId }: PlaceRow,
  leaving: Leaving & { readonly hooks: WorkspaceHooks },
): Promise<void> {
  const { status } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (status === "ARCHIVED") return;
  const { userId: actor, requestId, hooks } = leaving;
  const closing = { act: "CLOSE", workspaceId, actor, reason: COACH_GONE, requestId } as const;
  await moveWorkspace(tx, closing, hooks);
}
