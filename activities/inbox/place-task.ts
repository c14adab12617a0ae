import { Refusal } from "../../contract/refusal.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { lockMembershipShared } from "../../db/workspaces/lock-rows.ts";
import type { Tx } from "../../db/transact.ts";
import { type ActedOn, beginTaskAct, change, rescore, type TaskActing } from "./begin-task-act.ts";
import { recordChanges } from "./task-events.ts";

/**
 * Puts a task further up, or back; what is pinned already stays as it is. The revision does not move: nothing of what
 * a coach decides by changes.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (closed), RELATIONSHIP_INACTIVE.
 */
export async function pinTask(tx: Tx, acting: TaskActing, isPinned: boolean): Promise<ActedOn> {
  const { byUserId, requestId } = acting;
  const atHand = await beginTaskAct(tx, acting, isPinned ? "PIN" : "UNPIN");
  const { task, now } = atHand;
  if (task.pinPart > 0 === isPinned) return atHand;
  change(tx, atHand, {}, { isSeen: false });
  rescore(tx, atHand, isPinned);
  await tx.flush();
  const metadata = { pinned: isPinned ? 1 : 0 };
  await recordChanges(tx, [{ task, type: "pinned", byUserId, metadata }], { now, requestId });
  return atHand;
}

/** To whom a task is handed over; null for nobody. */
export interface HandOver extends TaskActing {
  readonly coachUserId: string | null;
}

/**
 * Hands a task over to a member of the workspace, whose place is held until it is done: a removal comes before it or
 * after it.
 *
 * @throws Refusal NOT_FOUND (also of somebody who is no member), STATE_CONFLICT (closed), RELATIONSHIP_INACTIVE.
 */
export async function assignTask(tx: Tx, handOver: HandOver): Promise<ActedOn> {
  const { workspaceId, coachUserId: userId, byUserId, requestId } = handOver;
  if (userId !== null) await requireMember(tx, { workspaceId, userId });
  const atHand = await beginTaskAct(tx, handOver, "ASSIGN");
  const { task, now } = atHand;
  if (task.assignedCoachUserId === userId) return atHand;
  change(tx, atHand, { assignedCoachUserId: userId });
  await tx.flush();
  const metadata = { assignedCoachUserId: userId };
  await recordChanges(tx, [{ task, type: "assigned", byUserId, metadata }], { now, requestId });
  return atHand;
}

async function requireMember(
  tx: Tx,
  member: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await lockMembershipShared(tx, member);
  const isMember = (await tx.count(WorkspaceMembership, { ...member, status: "ACTIVE" })) > 0;
  if (!isMember) throw new Refusal("NOT_FOUND");
}
