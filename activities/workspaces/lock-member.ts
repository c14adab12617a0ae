import { Refusal } from "../../contract/refusal.ts";
import { lockMembershipShared } from "../../db/workspaces/lock-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Locks the membership of a member who is about to be assigned something: a removal commits before or after.
 *
 * @throws Refusal NOT_FOUND for a person who is not a member.
 */
export async function lockMember(
  tx: Tx,
  member: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await lockMembershipShared(tx, member);
  const isMember = (await tx.count(WorkspaceMembership, { ...member, status: "ACTIVE" })) > 0;
  if (!isMember) throw new Refusal("NOT_FOUND");
}
