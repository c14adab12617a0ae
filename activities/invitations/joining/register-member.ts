import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { lockOpenAccount } from "../../accounts/lock-open-account.ts";
import { claimIdentityFor } from "../../accounts/claim-identity-for.ts";
import { refuseOtherVersions } from "../../accounts/accept-terms.ts";
import {
  type CoachForm,
  makeCoachAccount,
  recordCoachAccount,
} from "../../workspaces/make-coach-account.ts";
import type { WorkspaceHooks } from "../../workspaces/workspace-hook.ts";
import { admitJoiner, type InvitationProof } from "./admit-joiner.ts";
import { joinWorkspace, takePlace } from "./join-workspace.ts";

/**
 * Registers a coach by an invitation: user, identity, profile, terms acceptance and membership in one step. The coach
 * gets no workspace of their own. A person with an account joins with it, and the form is ignored. Identity and
 * invitation are the key, so a repeat returns what exists (docs/rooms/invitations.md#joining). A refusal leaves the
 * invitation unchanged.
 *
 * @throws Refusal the codes of `admitJoiner` and of a closed account. IDENTITY_NOT_LINKED when another account has
 * verified the same contact. STATE_CONFLICT for a client, and for legal versions that are not in force.
 */
export async function registerMember(
  tx: Tx,
  input: MemberRegistration,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string }> {
  const { identity, origin, proof } = input;
  const { requestId } = origin;
  const { id: identityId, userId, isNew } = await claimIdentityFor(tx, identity);
  const joining = { userId, identity, proof, requestId };
  if (!isNew) {
    await lockOpenAccount(tx, userId);
    await joinWorkspace(tx, joining, hooks);
    return { userId };
  }
  const place = await admitJoiner(tx, joining);
  refuseOtherVersions(input, origin.inForce);
  const coach = { userId, identityId, workspaceId: place.workspace.id, now: place.now };
  await makeCoachAccount(tx, input, coach);
  await tx.flush();
  await recordCoachAccount(tx, input, coach);
  await takePlace(tx, { userId, requestId, place }, hooks);
  return { userId };
}

/** A person registers as a coach of the workspace that invited them. */
export interface MemberRegistration extends CoachForm {
  readonly proof: InvitationProof;
}
