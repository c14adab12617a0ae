import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { UserRole } from "../../../contract/accounts/vocabulary.ts";
import {
  findNamedMemberInvitation,
  type NamedMemberInvitation,
} from "../../../db/invitations/members/queries.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import {
  type VerifiedIdentity,
  verifiedContact,
} from "../../../rules/accounts/verified-identity.ts";
import { readJoinHandle } from "../../../rules/invitations/join-handle.ts";
import { judgeJoiner } from "../../../rules/invitations/judge-joiner.ts";
import { refuseInvitation, refuseJoiner } from "../refuse-invitation.ts";

/**
 * Shows the invited person what they are about to join, by a handle. Joining judges everything again, under its locks.
 *
 * @throws Refusal NOT_FOUND for a handle that is not ours, the codes of `admitJoiner`, and STATE_CONFLICT for a person
 * who is not a coach.
 */
export async function previewJoining(
  em: SqlEntityManager,
  { joinHandle, invitationKey, identity, user }: HandleOpening,
): Promise<NamedMemberInvitation> {
  const handle = await readJoinHandle(invitationKey, joinHandle);
  const invitation =
    handle === null ? null : await findNamedMemberInvitation(em, { id: handle.memberInvitationId });
  if (handle === null || invitation === null)
    throw refuseInvitation("NOT_FOUND", { step: "PREVIEW", invitationId: null });
  const attempt = { step: "PREVIEW", invitationId: invitation.id } as const;
  const verdict = judgeJoiner(
    {
      status: invitation.status,
      expiresAt: new Date(invitation.expiresAt),
      workspaceStatus: invitation.workspaceStatus,
      handleExpiresAt: handle.expiresAt,
      isAcceptedByThem: user !== null && invitation.acceptedByUserId === user.userId,
      isMember: user !== null && (await isMember(em, invitation, user)),
      provesAddress: verifiedContact(identity, "EMAIL") === invitation.targetEmail,
    },
    await clockNow(em),
  );
  if (verdict !== "OPEN" && verdict !== "TAKEN") throw refuseJoiner(verdict, attempt);
  if (user !== null && !user.roles.includes("COACH"))
    throw refuseInvitation({ conflict: "NOT_A_COACH" }, attempt);
  return invitation;
}

/** A signed-in person comes from the page behind a link. */
export interface HandleOpening {
  readonly joinHandle: string;
  /** Key that signs handles. */
  readonly invitationKey: Uint8Array;
  readonly identity: VerifiedIdentity;
  /** Their account; null if they have none yet. */
  readonly user: { readonly userId: string; readonly roles: readonly UserRole[] } | null;
}

async function isMember(
  em: SqlEntityManager,
  { workspaceId }: Pick<NamedMemberInvitation, "workspaceId">,
  { userId }: { readonly userId: string },
): Promise<boolean> {
  const place = { workspaceId, userId, status: "ACTIVE" } as const;
  return (await em.count(WorkspaceMembership, place)) > 0;
}
