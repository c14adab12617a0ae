import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { lockMembership, lockWorkspace } from "../../db/workspaces/lock-workspace.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";
import { lockMember } from "./lock-member.ts";
import { announceGone, type WorkspaceHooks } from "./workspace-hook.ts";

/**
 * Ends a membership: from the next request on the workspace is hidden from that coach, and the successor coaches
 * their clients. The coach's phones must delete its data.
 *
 * @throws Refusal NOT_FOUND for a person, or a successor, who is not a member; STATE_CONFLICT for the owner, who must
 * transfer the workspace first.
 */
export async function removeMember(
  tx: Tx,
  removal: MemberRemoval,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string; readonly endedAt: Date }> {
  const { workspaceId, userId, removedByUserId, successorUserId, requestId } = removal;
  await lockWorkspace(tx, workspaceId);
  await lockMembership(tx, { workspaceId, userId });
  const membership = await tx.findOne(WorkspaceMembership, {
    workspaceId,
    userId,
    status: "ACTIVE",
  });
  if (membership === null) throw new Refusal("NOT_FOUND");
  if (membership.role === "OWNER") throw stateConflict("IS_OWNER");
  if (successorUserId === userId) throw new Refusal("NOT_FOUND");
  if (successorUserId !== null) await lockMember(tx, { workspaceId, userId: successorUserId });
  const endedAt = await clockNow(tx);
  tx.assign(membership, { status: "ENDED", endedAt });
  await tx.flush();
  await emitWorkspaceEvent(tx, {
    type: "WorkspaceMemberRemoved",
    workspaceId,
    subjectId: userId,
    actor: removedByUserId,
    userId,
    requestId,
    now: endedAt,
  });
  const { ownerUserId } = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const gone = { workspaceId, userId, successorUserId: successorUserId ?? ownerUserId };
  await announceGone(tx, hooks, {
    ...gone,
    actorUserId: removedByUserId,
    requestId,
    now: endedAt,
  });
  return { userId, endedAt };
}

/** A coach's membership ends: the owner removes them, or they leave. */
export interface MemberRemoval {
  readonly workspaceId: string;
  readonly userId: string;
  readonly removedByUserId: string;
  /** The member who takes over their clients and tasks; null for the owner. */
  readonly successorUserId: string | null;
  readonly requestId: string;
}
