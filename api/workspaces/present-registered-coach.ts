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
    workspace: presentWorkspace(usualWorkspace(coach)),
    roles: [...coach.user.roles],
    onboardingStatus: coach.profile.onboardingStatus,
  };
}

/**
 * The initial state of a coach's app, without the key of its session: in the workspace that the app names, or in the
 * usual one.
 *
 * @throws Refusal FORBIDDEN without an active membership. NOT_FOUND for a workspace of others, as for one that does not
 *   exist.
 */
export function presentCoachMe(
  coach: CoachContext,
  { wanted, offer }: { readonly wanted: string | null; readonly offer: Offer },
): Omit<CoachMe, "draftKey"> {
  const usual = usualWorkspace(coach);
  const workspace = wanted === null ? usual : coach.workspaces.find(({ id }) => id === wanted);
  if (workspace === undefined) throw new Refusal("NOT_FOUND");
  return {
    ...presentRegisteredCoach(coach),
    workspace: presentWorkspace(workspace),
    workspaces: coach.workspaces.map(presentWorkspace),
    permissions: memberPermissions(workspace.role, workspace.status),
    ...presentOffer(offer, coach.acceptedTerms),
  };
}

/** Memberships are sorted, owned workspaces first; a closed one is used if there is no other. */
function usualWorkspace({ workspaces }: CoachContext) {
  const workspace = workspaces.find(({ status }) => status === "ACTIVE") ?? workspaces[0];
  if (workspace === undefined) throw new Refusal("FORBIDDEN");
  return workspace;
}
