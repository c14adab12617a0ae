import type { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { User } from "../../../db/accounts/user.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { emitWorkspaceEvent } from "../../workspaces/emit-workspace-event.ts";
import { announceJoined, type WorkspaceHooks } from "../../workspaces/workspace-hook.ts";
import { admitJoiner, type Joiner, type OfferedPlace } from "./admit-joiner.ts";
import { refuseInvitation } from "../refuse-invitation.ts";

/**
 * Makes a coach a member of the workspace that invited them, by the verified address of the invitation; idempotent. A
 * client may coach only in a workspace of their own (docs/rooms/invitations.md#joining).
 *
 * @returns the workspace.
 * @throws Refusal the codes of `admitJoiner`, and STATE_CONFLICT for a person who is not a coach.
 */
export async function joinWorkspace(
  tx: Tx,
  joining: Joining,
  hooks: WorkspaceHooks,
): Promise<CoachWorkspace> {
  const place = await admitJoiner(tx, joining);
  if (place.isTaken) return place.workspace;
  const { roles } = await tx.findOneOrFail(User, joining.userId);
  if (!roles.includes("COACH")) {
    const invitationId = place.invitation.id;
    throw refuseInvitation({ conflict: "NOT_A_COACH" }, { step: "MEMBERSHIP", invitationId });
  }
  await takePlace(tx, { ...joining, place }, hooks);
  return place.workspace;
}

/** A person with an account accepts an invitation to join. The caller holds the lock on the account. */
export interface Joining extends Joiner {
  readonly requestId: string;
}

/** Consumes the invitation for the coach whose place it is. */
export async function takePlace(
  tx: Tx,
  taking: Pick<Joining, "userId" | "requestId"> & { readonly place: OfferedPlace },
  hooks: WorkspaceHooks,
): Promise<void> {
  const { userId, requestId } = taking;
  const { invitation, now } = taking.place;
  const { id, workspaceId } = invitation;
  tx.assign(invitation, { status: "CONSUMED", acceptedAt: now, acceptedByUserId: userId });
  tx.create(WorkspaceMembership, {
    id: newId(),
    workspaceId,
    userId,
    role: "COACH",
    status: "ACTIVE",
    joinedAt: now,
    endedAt: null,
  });
  await tx.flush();
  await emitWorkspaceEvent(tx, {
    type: "WorkspaceMemberJoined",
    workspaceId,
    subjectId: userId,
    refs: { memberInvitationId: id },
    actor: userId,
    userId,
    requestId,
    now,
  });
  await announceJoined(tx, hooks, { workspaceId, userId, now, requestId });
}
