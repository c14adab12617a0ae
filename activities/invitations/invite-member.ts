import { OPEN_MEMBER_INVITATIONS } from "../../contract/invitations/vocabulary.ts";
import type { MessageLanguage } from "../../contract/language-of.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { countOpenMemberInvitations } from "../../db/invitations/count-open-invitations.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { lockMemberInvitation } from "../../db/invitations/lock-invitation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { isMemberByEmail } from "../../db/workspaces/queries.ts";
import { getMemberInvitation } from "../../db/invitations/members/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/invitations/derive-invitation-token.ts";
import { invitationExpiry } from "../../rules/invitations/invitation-expiry.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { limitMailsTo, limitSending } from "./limit-sending.ts";
import { emitWorkspaceEvent } from "../workspaces/emit-workspace-event.ts";

/**
 * Opens an invitation to join as a coach for 14 days, and has it mailed.
 *
 * @throws Refusal STATE_CONFLICT for a member, or when too many are open (OPEN_MEMBER_INVITATIONS), RATE_LIMITED.
 */
export async function inviteMember(tx: Tx, input: MemberInvite): Promise<MemberInvitation> {
  const { workspaceId, invitedByUserId, email, language = null, requestId } = input;
  await limitSending(tx, { userId: invitedByUserId, workspaceId });
  if (await isMemberByEmail(tx, { workspaceId, email })) throw stateConflict("ALREADY_MEMBER");
  if ((await countOpenMemberInvitations(tx, workspaceId)) >= OPEN_MEMBER_INVITATIONS)
    throw stateConflict("TOO_MANY_OPEN_INVITATIONS");
  await limitMailsTo(tx, input);
  const now = await clockNow(tx);
  const id = newId();
  const invitation = tx.create(MemberInvitation, {
    id,
    workspaceId,
    invitedByUserId,
    targetEmail: email,
    status: "ACTIVE",
    tokenHash: await invitationTokenHash(await memberToken(input.invitationKey, id)),
    expiresAt: invitationExpiry(now),
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
    acceptedByUserId: null,
    revokedAt: null,
    language,
  });
  await tx.flush();
  const deed = { workspaceId, subjectId: id, actor: invitedByUserId, userId: invitedByUserId };
  await emitWorkspaceEvent(tx, { ...deed, type: "WorkspaceMemberInvited", requestId, now });
  return invitation;
}

/** An owner invites a coach into the workspace. The caller holds the workspace's lock. */
export interface MemberInvite {
  readonly workspaceId: string;
  readonly invitedByUserId: string;
  /** Normalized. */
  readonly email: string;
  /** Language of the mail to them; the workspace's if absent. */
  readonly language?: MessageLanguage | undefined;
  /** Key to derive tokens. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
}

/** An invitation to join has a single link; a coach who lost it is invited again. */
const GENERATION = 1;

/** The token of an invitation to join; never stored. */
export function memberToken(key: Uint8Array, id: string): Promise<string> {
  return deriveInvitationToken(key, { id, generation: GENERATION });
}

/** An owner revokes an invitation to join. */
export interface MemberInvitationRevocation {
  readonly workspaceId: string;
  readonly memberInvitationId: string;
  readonly revokedByUserId: string;
  readonly requestId: string;
}

/**
 * Closes an open invitation to join for good; idempotent.
 *
 * @throws Refusal NOT_FOUND, INVITATION_CONSUMED, INVITATION_EXPIRED.
 */
export async function revokeMemberInvitation(
  tx: Tx,
  input: MemberInvitationRevocation,
): Promise<MemberInvitation> {
  const { workspaceId, memberInvitationId, revokedByUserId, requestId } = input;
  await lockMemberInvitation(tx, memberInvitationId);
  const invitation = await getMemberInvitation(tx, input);
  const now = await clockNow(tx);
  const status = invitationStatusAt(invitation, now);
  if (status === "REVOKED") return invitation;
  if (status !== "ACTIVE") throw new Refusal(`INVITATION_${status}`);
  tx.assign(invitation, { status: "REVOKED", revokedAt: now, updatedAt: now });
  await tx.flush();
  await emitWorkspaceEvent(tx, {
    type: "WorkspaceMemberInvitationRevoked",
    workspaceId,
    subjectId: memberInvitationId,
    actor: revokedByUserId,
    userId: revokedByUserId,
    requestId,
    now,
  });
  return invitation;
}
