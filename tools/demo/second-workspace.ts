import { joinWorkspace } from "../../activities/invitations/joining/join-workspace.ts";
import { inviteMember, memberToken } from "../../activities/invitations/invite-member.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import type { DemoHouse } from "./demo-house.ts";
import { SECOND_OWNER, SECOND_WORKSPACE } from "./demo-names.ts";
import { type DemoCoach, registerDemoCoach, type SignInPlace, signInOf } from "./demo-people.ts";

/**
 * Another coach opens a workspace and invites the coach of the demo, who works in both from then on. The coach's own
 * workspace stays the first.
 *
 * @returns the coach of the demo in the second workspace.
 */
export async function joinSecondWorkspace(
  house: DemoHouse,
  place: SignInPlace,
  coach: DemoCoach,
): Promise<DemoCoach> {
  const { em, invitationKey } = house;
  const owner = await registerDemoCoach(house, place, {
    person: SECOND_OWNER,
    workspaceName: SECOND_WORKSPACE,
  });
  const { workspaceId } = owner;
  const requestId = "demo";
  const invite = { workspaceId, invitedByUserId: owner.userId, email: coach.email, requestId };
  const { id } = await transact(em, (tx) => inviteMember(tx, { ...invite, invitationKey }));
  const app = { clientId: "sideline-coach-mobile", surface: "COACH_MOBILE" } as const;
  const identity = await signInOf(em, place, { person: coach, app });
  const proof = { invitationToken: await memberToken(invitationKey, id) };
  const joining = { userId: coach.userId, identity, proof, requestId };
  await transact(em, (tx) => joinWorkspace(tx, joining, hooks.workspaces));
  await house.deliver();
  return { ...coach, workspaceId };
}
