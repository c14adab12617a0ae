import type { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { User } from "../../db/accounts/user.ts";
import { newId } from "../../db/new-id.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import type { Tx } from "../../db/transact.ts";
import { makeCoachProfile, recordCoach } from "../workspaces/coach-account.ts";
import { emitWorkspaceEvent } from "../workspaces/emit-workspace-event.ts";
import { announceJoined, type WorkspaceHooks } from "../workspaces/workspace-hook.ts";
import { admitJoiner, type Joiner, type OfferedPlace } from "./admit-joiner.ts";

/** Somebody with an account accepts an invitation to join; the caller holds the account. */
export interface Joining extends Joiner {
  readonly requestId: string;
}

/**
 * Makes somebody a member of the workspace they were asked into, by the verified address it was sent to. A
 * client of somebody, of whatever workspace, coaches as well from then on. Accepted again by the same person,
 * it answers what is there.
 *
 * @returns the workspace.
 * @throws Refusal the codes of `admitJoiner`.
 */
export async function joinWorkspace(
  tx: Tx,
  joining: Joining,
  hooks: WorkspaceHooks,
): Promise<CoachWorkspace> {
  const place = await admitJoiner(tx, joining);
  if (place.isTaken) return place.workspace;
  await becomeCoach(tx, joining, place);
  await takePlace(tx, { ...joining, place }, hooks);
  return place.workspace;
}

/** Consumes the invitation for a coach whose place it was found to be. */
export async function takePlace(
  tx: Tx,
  taking: Pick<Joining, "userId" | "requestId"> & { readonly place: OfferedPlace },
  hooks: WorkspaceHooks,
): Promise<void> {
  const { userId, requestId } = taking;
  const { invitation, now } = taking.place;
  const { id, workspaceId } = invitation;
  tx.assign(invitation, { status: "CONSUMED", acceptedAt: now, acceptedByUserId: userId });
  tx.create(WorkspaceMembership, {
    id: newId(),
    workspaceId,
    userId,
    role: "COACH",
    status: "ACTIVE",
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
}

/** A client who is to coach has, as a coach, the zone and the language of the profile that is there. */
async function becomeCoach(
  tx: Tx,
  { userId, identity, requestId }: Joining,
  { workspace, now }: OfferedPlace,
): Promise<void> {
  const user = await tx.findOneOrFail(User, userId);
  if (user.roles.includes("COACH")) return;
  const { timezone, locale } = await tx.findOneOrFail(ClientProfile, { userId });
  tx.assign(user, { roles: [...user.roles, "COACH"], updatedAt: now });
  makeCoachProfile(tx, { userId, timezone, locale, now });
  await tx.flush();
  const { provider } = identity;
  const coach = { userId, identityId: null, workspaceId: workspace.id, now };
  await recordCoach(tx, { ...coach, provider, requestId });
}
