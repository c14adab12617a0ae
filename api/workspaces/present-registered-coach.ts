import type { z } from "zod";
import type {
  CoachMe,
  coachRegistrationAnswerSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { memberPermissions } from "../../rules/workspaces/member-permissions.ts";
import { presentCoachProfile, presentUser } from "../accounts/present.ts";
import { presentWorkspace } from "./present-workspace.ts";
import { type Offer, presentOffer } from "../accounts/present-offer.ts";

/** A coach's state after registration. @throws Refusal FORBIDDEN without an active membership. */
export function presentRegisteredCoach(
  coach: CoachContext,
): z.output<typeof coachRegistrationAnswerSchema> {
  return {
    user: presentUser(coach.user),
    coachProfile: presentCoachProfile(coach.profile),
    workspace: presentWorkspace(activeWorkspace(coach)),
    roles: [...coach.user.roles],
    onboardingStatus: coach.profile.onboardingStatus,
  };
}

/** The initial state of a coach's app, without the key of its session. @throws Refusal FORBIDDEN without an active membership. */
export function presentCoachMe(coach: CoachContext, offer: Offer): Omit<CoachMe, "draftKey"> {
  const { role, status } = activeWorkspace(coach);
  return {
    ...presentRegisteredCoach(coach),
    workspaces: coach.workspaces.map(presentWorkspace),
    permissions: memberPermissions(role, status),
    ...presentOffer(offer, coach.acceptedTerms),
  };
}

/** Memberships are sorted, owned workspaces first; a closed one is used if there is no other. */
function activeWorkspace({ workspaces }: CoachContext) {
  const workspace = workspaces.find(({ status }) => status === "ACTIVE") ?? workspaces[0];
  if (workspace === undefined) throw new Refusal("FORBIDDEN");
  return workspace;
}
