import type { ProblemCode } from "../../contract/problem.ts";
import type { UserRole } from "../../contract/accounts/vocabulary.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockWorkspaceShared } from "../../db/workspaces/lock-rows.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { newId } from "../../db/new-id.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { lockMemberInvitation } from "../../db/invitations/lock-rows.ts";
import { findMemberInvitationId } from "../../db/invitations/members/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { refuseInvitation } from "./refuse-invitation.ts";
import { emitWorkspaceEvent } from "../workspaces/emit-workspace-event.ts";
import { announceJoined, type WorkspaceHooks } from "../workspaces/workspace-hook.ts";

/** A signed-in user accepts an invitation to join; the caller holds the account. */
export interface Joining {
  readonly userId: string;
  readonly roles: readonly UserRole[];
  readonly identity: VerifiedIdentity;
  readonly invitationToken: string;
  readonly requestId: string;
}

/**
 * Makes a coach a member of the workspace they were asked into, by the verified address it was sent to.
 * Accepted again by the same person, it answers what is there.
 *
 * @returns the workspace.
 * @throws Refusal NOT_FOUND, INVITATION_EXPIRED, INVITATION_REVOKED, INVITATION_CONSUMED,
 *   WORKSPACE_SUSPENDED, INVITATION_CONTACT_MISMATCH, STATE_CONFLICT for somebody who is no coach or a
 *   member already.
 */
export async function joinWorkspace(
  tx: Tx,
  joining: Joining,
  hooks: WorkspaceHooks,
): Promise<CoachWorkspace> {
  const { userId, requestId } = joining;
  const invitation = await lockedInvitation(tx, joining.invitationToken);
  const { id, workspaceId } = invitation;
  await lockWorkspaceShared(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, { id: workspaceId });
  const membership = { workspaceId, userId, status: "ACTIVE" } as const;
  const isMember = (await tx.count(WorkspaceMembership, membership)) > 0;
  if (isMember && invitation.acceptedByUserId === userId) return workspace;
  const now = await clockNow(tx);
  const { status, expiresAt } = invitation;
  const closed = judgeInvitation({ status, expiresAt, workspaceStatus: workspace.status }, now);
  const refused = closed ?? judgeJoiner(joining, { target: invitation.targetEmail, isMember });
  if (refused !== null) throw refuse(refused, id);
  tx.assign(invitation, { status: "CONSUMED", acceptedAt: now, acceptedByUserId: userId });
  tx.create(WorkspaceMembership, {
    id: newId(),
    ...membership,
    role: "COACH",
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
  return workspace;
}

async function lockedInvitation(tx: Tx, invitationToken: string): Promise<MemberInvitation> {
  const id = await findMemberInvitationId(tx, await invitationTokenHash(invitationToken));
  if (id === null) throw refuse("NOT_FOUND", null);
  await lockMemberInvitation(tx, id);
  return tx.findOneOrFail(MemberInvitation, { id });
}

function judgeJoiner(
  { identity, roles }: Joining,
  { target, isMember }: { readonly target: string; readonly isMember: boolean },
): ProblemCode | null {
  if (verifiedContact(identity, "EMAIL") !== target) return "INVITATION_CONTACT_MISMATCH";
  return isMember || !roles.includes("COACH") ? "STATE_CONFLICT" : null;
}

function refuse(code: ProblemCode, invitationId: string | null): Refusal {
  return refuseInvitation(code, { step: "MEMBERSHIP", invitationId });
}
