import { lockMemberInvitation } from "../../../db/invitations/lock-invitation.ts";
import { MemberInvitation } from "../../../db/invitations/member-invitation.ts";
import { findMemberInvitationId } from "../../../db/invitations/members/queries.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { lockWorkspaceShared } from "../../../db/workspaces/lock-workspace.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import {
  type VerifiedIdentity,
  verifiedContact,
} from "../../../rules/accounts/verified-identity.ts";
import { invitationTokenHash } from "../../../rules/invitations/derive-invitation-token.ts";
import { readJoinHandle } from "../../../rules/invitations/join-handle.ts";
import { judgeJoiner } from "../../../rules/invitations/judge-joiner.ts";
import { refuseInvitation, refuseJoiner } from "../refuse-invitation.ts";

/**
 * Checks that this is the invited person. The state of the invitation is judged before the person.
 *
 * @throws Refusal NOT_FOUND, VALIDATION_EXPIRED for an expired handle, INVITATION_EXPIRED, INVITATION_REVOKED,
 * INVITATION_CONSUMED, WORKSPACE_SUSPENDED, INVITATION_CONTACT_MISMATCH, STATE_CONFLICT for a member.
 */
export async function admitJoiner(tx: Tx, joiner: Joiner): Promise<OfferedPlace> {
  const { userId, identity } = joiner;
  const { invitation, handleExpiresAt } = await lockedInvitation(tx, joiner.proof);
  const { id, workspaceId, status, expiresAt, targetEmail } = invitation;
  await lockWorkspaceShared(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, { id: workspaceId });
  const place = { workspaceId, userId, status: "ACTIVE" } as const;
  const now = await clockNow(tx);
  const verdict = judgeJoiner(
    {
      status,
      expiresAt,
      workspaceStatus: workspace.status,
      handleExpiresAt,
      isAcceptedByThem: invitation.acceptedByUserId === userId,
      isMember: (await tx.count(WorkspaceMembership, place)) > 0,
      provesAddress: verifiedContact(identity, "EMAIL") === targetEmail,
    },
    now,
  );
  if (verdict !== "OPEN" && verdict !== "TAKEN")
    throw refuseJoiner(verdict, { step: "MEMBERSHIP", invitationId: id });
  return { workspace, invitation, isTaken: verdict === "TAKEN", now };
}

/** A signed-in person opens an invitation to join. The caller holds the lock on the account. */
export interface Joiner {
  readonly userId: string;
  readonly identity: VerifiedIdentity;
  readonly proof: InvitationProof;
}

/** Names an invitation to join: the token of its link, or a handle that the page behind the link got for it. */
export type InvitationProof =
  | { readonly invitationToken: string }
  | {
      readonly joinHandle: string;
      /** Key that signs handles. */
      readonly invitationKey: Uint8Array;
    };

/** A place in a workspace that this person may take, under the locks of its invitation and workspace. */
export interface OfferedPlace {
  readonly workspace: CoachWorkspace;
  readonly invitation: MemberInvitation;
  /** True if they took it before, by this invitation, and still have it. */
  readonly isTaken: boolean;
  readonly now: Date;
}

async function lockedInvitation(tx: Tx, proof: InvitationProof): Promise<FoundInvitation> {
  const { id, handleExpiresAt } = await provedInvitation(tx, proof);
  if (id === null) throw unknownInvitation();
  await lockMemberInvitation(tx, id);
  const invitation = await tx.findOne(MemberInvitation, { id });
  if (invitation === null) throw unknownInvitation();
  return { invitation, handleExpiresAt };
}

interface FoundInvitation {
  readonly invitation: MemberInvitation;
  /** Null if the person came by the token. */
  readonly handleExpiresAt: Date | null;
}

async function provedInvitation(tx: Tx, proof: InvitationProof) {
  if ("invitationToken" in proof) {
    const tokenHash = await invitationTokenHash(proof.invitationToken);
    return { id: await findMemberInvitationId(tx, tokenHash), handleExpiresAt: null };
  }
  const handle = await readJoinHandle(proof.invitationKey, proof.joinHandle);
  return { id: handle?.memberInvitationId ?? null, handleExpiresAt: handle?.expiresAt ?? null };
}

const unknownInvitation = () =>
  refuseInvitation("NOT_FOUND", { step: "MEMBERSHIP", invitationId: null });
