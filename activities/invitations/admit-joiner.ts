import type { RefusedFor } from "../accounts/audited-refusal.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { lockMemberInvitation } from "../../db/invitations/lock-invitation.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { findMemberInvitationId } from "../../db/invitations/members/queries.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockWorkspaceShared } from "../../db/workspaces/lock-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { refuseInvitation } from "./refuse-invitation.ts";

/**
 * Checks that this is the invited person. The state of the invitation is judged before the person.
 *
 * @throws Refusal NOT_FOUND, INVITATION_EXPIRED, INVITATION_REVOKED, INVITATION_CONSUMED, WORKSPACE_SUSPENDED,
 * INVITATION_CONTACT_MISMATCH, STATE_CONFLICT for a member.
 */
export async function admitJoiner(tx: Tx, joiner: Joiner): Promise<OfferedPlace> {
  const { userId, identity } = joiner;
  const invitation = await lockedInvitation(tx, joiner.invitationToken);
  const { id, workspaceId, status, expiresAt, targetEmail } = invitation;
  await lockWorkspaceShared(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, { id: workspaceId });
  const place = { workspaceId, userId, status: "ACTIVE" } as const;
  const isMember = (await tx.count(WorkspaceMembership, place)) > 0;
  const now = await clockNow(tx);
  const isTaken = isMember && invitation.acceptedByUserId === userId;
  if (isTaken) return { workspace, invitation, isTaken, now };
  const closed = judgeInvitation({ status, expiresAt, workspaceStatus: workspace.status }, now);
  if (closed !== null) throw refuse(closed, id);
  if (verifiedContact(identity, "EMAIL") !== targetEmail) {
    throw refuse("INVITATION_CONTACT_MISMATCH", id);
  }
  if (isMember) throw refuse({ conflict: "ALREADY_MEMBER" }, id);
  return { workspace, invitation, isTaken, now };
}

/** A signed-in person opens an invitation to join. The caller holds the lock on the account. */
export interface Joiner {
  readonly userId: string;
  readonly identity: VerifiedIdentity;
  readonly invitationToken: string;
}

/** A place in a workspace that this person may take, under the locks of its invitation and workspace. */
export interface OfferedPlace {
  readonly workspace: CoachWorkspace;
  readonly invitation: MemberInvitation;
  /** True if they took it before, by this invitation, and still have it. */
  readonly isTaken: boolean;
  readonly now: Date;
}

async function lockedInvitation(tx: Tx, invitationToken: string): Promise<MemberInvitation> {
  const id = await findMemberInvitationId(tx, await invitationTokenHash(invitationToken));
  if (id === null) throw refuse("NOT_FOUND", null);
  await lockMemberInvitation(tx, id);
  return tx.findOneOrFail(MemberInvitation, { id });
}

function refuse(refused: RefusedFor, invitationId: string | null): Refusal {
  return refuseInvitation(refused, { step: "MEMBERSHIP", invitationId });
}
