import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { inviteMember } from "../../../activities/invitations/invite-member.ts";
import { joinWorkspace } from "../../../activities/invitations/joining/join-workspace.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { deriveInvitationToken } from "../../../rules/invitations/derive-invitation-token.ts";
import { type BuiltCoach, buildCoach, INVITATION_KEY, ORIGIN } from "../accounts/identity.ts";
import { hooks } from "../../../workers/hooks.ts";

/** A coach who has joined the owner's workspace, by default a new one; their own workspace stays unchanged. */
export async function buildMember(
  em: SqlEntityManager,
  { workspaceId, userId }: BuiltCoach,
  coach?: BuiltCoach,
): Promise<BuiltCoach> {
  const member = coach ?? (await buildCoach(em));
  const { requestId } = ORIGIN;
  const email = member.identity.email ?? "";
  const invite = { workspaceId, invitedByUserId: userId, email, requestId };
  const { id } = await transact(em, (tx) =>
    inviteMember(tx, { ...invite, invitationKey: INVITATION_KEY }),
  );
  const invitationToken = await deriveInvitationToken(INVITATION_KEY, { id, generation: 1 });
  const joining = { ...member, proof: { invitationToken }, requestId };
  await transact(em, (tx) => joinWorkspace(tx, joining, hooks.workspaces));
  return member;
}

/** The member as a coach of the owner's workspace. */
export function inWorkspaceOf(owner: BuiltCoach, member: BuiltCoach): BuiltCoach {
  return { ...member, workspaceId: owner.workspaceId };
}
