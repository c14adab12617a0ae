import type { Tx } from "../../db/transact.ts";
import { lockOpenAccount } from "../accounts/lock-open-account.ts";
import { claimIdentityFor, refuseOtherVersions } from "../accounts/registration.ts";
import {
  type CoachForm,
  makeCoachAccount,
  recordCoachAccount,
} from "../workspaces/coach-account.ts";
import type { WorkspaceHooks } from "../workspaces/workspace-hook.ts";
import { admitJoiner } from "./admit-joiner.ts";
import { joinWorkspace, takePlace } from "./join-workspace.ts";

/** Somebody signs up as a coach of the workspace they were asked into. */
export interface MemberRegistration extends CoachForm {
  readonly invitationToken: string;
}

/**
 * Makes a coach of somebody by the invitation alone: user, identity, profile, terms acceptance and membership at
 * once, and no workspace of their own. Who has an account joins with it, and nothing of the form is taken.
 * Identity and invitation are the key: repeated, it answers what is there
 * (docs/rooms/invitations.md#joining). A refusal leaves the invitation as it was.
 *
 * @throws Refusal the codes of `admitJoiner` and of a closed account, IDENTITY_NOT_LINKED when another account
 *   holds a verified contact, STATE_CONFLICT for a client and for legal versions that are not in force.
 */
export async function registerMember(
  tx: Tx,
  input: MemberRegistration,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string }> {
  const { identity, invitationToken, origin } = input;
  const { requestId } = origin;
  const { id: identityId, userId, isNew } = await claimIdentityFor(tx, identity);
  const joining = { userId, identity, invitationToken, requestId };
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
