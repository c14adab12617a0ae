import type { z } from "zod";
import type {
  CoachMe,
  coachRegistrationAnswerSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { presentCoachProfile, presentUser } from "../accounts/present.ts";
import { presentWorkspace } from "./present-workspace.ts";
import { type Offer, presentOffer } from "../accounts/present-offer.ts";

/** What a coach finds after registration. @throws Refusal FORBIDDEN without an active membership. */
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

/** What a coach's app starts from. @throws Refusal FORBIDDEN without an active membership. */
export function presentCoachMe(coach: CoachContext, offer: Offer): CoachMe {
  return {
    ...presentRegisteredCoach(coach),
    workspaces: coach.workspaces.map(presentWorkspace),
    permissions: [...MEMBER_PERMISSIONS[activeWorkspace(coach).role]],
    ...presentOffer(offer, coach.acceptedTerms),
  };
}

/** Memberships are sorted, owned workspaces first. */
function activeWorkspace(coach: CoachContext) {
  const [workspace] = coach.workspaces;
  if (workspace === undefined) throw new Refusal("FORBIDDEN");
  return workspace;
}
