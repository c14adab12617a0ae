import { newId } from "../../db/platform/new-id.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { verifiedContacts } from "../../rules/accounts/verified-identity.ts";
import { workspaceSlug } from "../../rules/workspaces/workspace-slug.ts";
import { lockOpenAccount } from "../accounts/lock-open-account.ts";
import { claimIdentityFor } from "../accounts/claim-identity-for.ts";
import { refuseOtherVersions } from "../accounts/accept-terms.ts";
import {
  type CoachForm,
  makeCoachAccount,
  type NewCoach,
  recordCoach,
  recordCoachAccount,
} from "./make-coach-account.ts";
import { refuseRegistration } from "./refuse-registration.ts";
import { announceWorkspace, type WorkspaceHooks } from "./workspace-hook.ts";

/**
 * Registers a coach: user, identity, profile without handle, workspace with its initial contents, OWNER membership
 * and terms acceptance in one step. The identity is the key, so a repeated or concurrent call returns the existing
 * coach. A coach who is no longer a member anywhere only gets a workspace (docs/rooms/accounts.md#registration).
 *
 * @throws Refusal COACH_IDENTITY_NOT_VERIFIED, IDENTITY_NOT_LINKED when another account holds the verified contact,
 * STATE_CONFLICT for a client, and the codes of a closed account.
 */
export async function registerCoach(
  tx: Tx,
  input: CoachRegistration,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string }> {
  const { id: identityId, userId, isNew } = await claimIdentityFor(tx, input.identity);
  if (!isNew) return await recallCoach(tx, { ...input, userId }, hooks);
  if (verifiedContacts(input.identity).length === 0) {
    throw refuseRegistration("COACH_IDENTITY_NOT_VERIFIED");
  }
  refuseOtherVersions(input, input.origin.inForce);
  const coach = { userId, identityId, workspaceId: newId(), now: await clockNow(tx) };
  await makeCoachAccount(tx, input, coach);
  await openWorkspace(tx, { ...input, coach }, hooks);
  await recordCoachAccount(tx, input, coach);
  return { userId };
}

/** A coach registers. */
export interface CoachRegistration extends CoachForm {
  /** If null, the display name is used. */
  readonly workspaceName: string | null;
}

/** A coach who is no longer a member of any workspace opens one of their own. */
async function recallCoach(
  tx: Tx,
  input: CoachRegistration & Pick<NewCoach, "userId">,
  hooks: WorkspaceHooks,
) {
  const { userId, identity, origin } = input;
  const user = await lockOpenAccount(tx, userId);
  if (!user.roles.includes("COACH")) throw refuseRegistration({ conflict: "IS_CLIENT" });
  if ((await tx.count(WorkspaceMembership, { userId, status: "ACTIVE" })) > 0) return { userId };
  const coach = { userId, identityId: null, workspaceId: newId(), now: await clockNow(tx) };
  await openWorkspace(tx, { ...input, coach }, hooks);
  await recordCoach(tx, { ...coach, provider: identity.provider, requestId: origin.requestId });
  return { userId };
}

async function openWorkspace(
  tx: Tx,
  opening: CoachRegistration & { readonly coach: NewCoach },
  hooks: WorkspaceHooks,
): Promise<void> {
  const { coach, origin } = opening;
  makeWorkspace(tx, opening, coach);
  await tx.flush();
  const { requestId } = origin;
  await announceWorkspace(tx, { hooks, change: "opened" }, { ...coach, requestId });
}

function makeWorkspace(tx: Tx, input: CoachRegistration, coach: NewCoach): void {
  const { userId, workspaceId, now } = coach;
  const name = input.workspaceName ?? input.displayName;
  tx.create(CoachWorkspace, {
    id: workspaceId,
    ownerUserId: userId,
    name,
    slug: workspaceSlug(name, workspaceId),
    status: "ACTIVE",
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  tx.create(WorkspaceMembership, {
    id: newId(),
    workspaceId,
    userId,
    role: "OWNER",
    status: "ACTIVE",
    joinedAt: now,
  });
}
