import { appendEvents } from "../../db/outbox/append-events.ts";
import { newId } from "../../db/platform/new-id.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import type { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";

/** Makes a member the owner of a workspace that the caller has locked. */
export async function makeOwner(
  tx: Tx,
  membership: WorkspaceMembership,
  former: { readonly formerOwnerUserId: string; readonly requestId: string; readonly now: Date },
): Promise<CoachWorkspace> {
  const { workspaceId, userId } = membership;
  const { formerOwnerUserId, requestId, now } = former;
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  tx.assign(membership, { role: "OWNER" });
  tx.assign(workspace, { ownerUserId: userId, updatedAt: now });
  await tx.flush();
  const refs = { ownerUserId: userId, formerOwnerUserId };
  await emitWorkspaceEvent(tx, {
    type: "WorkspaceOwnerChanged",
    workspaceId,
    subjectId: workspaceId,
    refs,
    actor: formerOwnerUserId,
    userId,
    requestId,
    now,
  });
  // The former owner's mail has a row of its own: if it fails, the new owner is not mailed again.
  const replaced = {
    eventId: newId(),
    type: "WorkspaceOwnerReplaced",
    subjectId: workspaceId,
    version: 0,
    refs: { workspaceId, ...refs },
  } as const;
  await appendEvents(tx, [replaced], { now, requestId });
  return workspace;
}
