import { Refusal } from "../../contract/refusal.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { lockMembership, lockWorkspace } from "../../db/workspaces/lock-rows.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";
import { announceGone, type WorkspaceHooks } from "./workspace-hook.ts";

/** An owner takes a coach's place in the workspace away. */
export interface MemberRemoval {
  readonly workspaceId: string;
  readonly userId: string;
  readonly removedByUserId: string;
  readonly requestId: string;
}

/**
 * Ends a membership: from the next request on the workspace is not there for that coach, and its owner
 * coaches their clients. The coach's phones are to delete what they keep of it.
 *
 * @throws Refusal NOT_FOUND for somebody who is no member, STATE_CONFLICT for the owner.
 */
export async function removeMember(
  tx: Tx,
  removal: MemberRemoval,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string; readonly endedAt: Date }> {
  const { workspaceId, userId, removedByUserId, requestId } = removal;
  await lockWorkspace(tx, workspaceId);
  await lockMembership(tx, { workspaceId, userId });
  const membership = await tx.findOne(WorkspaceMembership, {
    workspaceId,
    userId,
    status: "ACTIVE",
  });
  if (membership === null) throw new Refusal("NOT_FOUND");
  if (membership.role === "OWNER") throw new Refusal("STATE_CONFLICT");
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
  const gone = { workspaceId, userId, ownerUserId, actorUserId: removedByUserId };
  await announceGone(tx, hooks, { ...gone, requestId, now: endedAt });
  return { userId, endedAt };
}
