import { Refusal } from "../../contract/refusal.ts";
import { User } from "../../db/accounts/user.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockMembership, lockWorkspace } from "../../db/workspaces/lock-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { makeOwner } from "./make-owner.ts";

/**
 * Makes another member the owner. Clients keep their coaches. Concurrent calls are serialised, and the second caller
 * is no longer the owner.
 *
 * @throws Refusal NOT_FOUND for a person who is not a member or about to be deleted, FORBIDDEN for a caller who is not
 * the owner.
 */
export async function handWorkspaceOver(
  tx: Tx,
  { workspaceId, ownerUserId, byUserId, requestId }: WorkspaceHandOver,
): Promise<CoachWorkspace> {
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (workspace.ownerUserId !== byUserId) throw new Refusal("FORBIDDEN");
  if (ownerUserId === byUserId) return workspace;
  await lockMembership(tx, { workspaceId, userId: ownerUserId });
  const of = { workspaceId, status: "ACTIVE" } as const;
  const successor = await tx.findOne(WorkspaceMembership, { ...of, userId: ownerUserId });
  const open = { id: ownerUserId, status: "ACTIVE" as const, deletedAt: null };
  if (successor === null || (await tx.count(User, open)) === 0) throw new Refusal("NOT_FOUND");
  const former = await tx.findOneOrFail(WorkspaceMembership, { ...of, userId: byUserId });
  tx.assign(former, { role: "COACH" });
  const now = await clockNow(tx);
  return await makeOwner(tx, successor, { formerOwnerUserId: byUserId, requestId, now });
}

/** An owner transfers the workspace to one of its coaches, and stays as a coach. */
export interface WorkspaceHandOver {
  readonly workspaceId: string;
  /** The new owner. */
  readonly ownerUserId: string;
  readonly byUserId: string;
  readonly requestId: string;
}
