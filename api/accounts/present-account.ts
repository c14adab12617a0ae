import type { z } from "zod";
import type {
  ClientMe,
  clientRegistrationAnswerSchema,
  CoachMe,
  coachRegistrationAnswerSchema,
} from "../../contract/accounts/schema.ts";
import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { CLIENT_PERMISSIONS } from "../../contract/relationships/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AppSessionRow, ClientProfileRow } from "../../db/accounts/context-rows.ts";
import type { ClientContext } from "../../db/onboarding/client-context/queries.ts";
import type { CoachContext } from "../../db/workspaces/coach-context/queries.ts";
import type { ApiDeps } from "../deps.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";
import { presentOnboarding, presentPendingTasks } from "../onboarding/present.ts";
import {
  presentAppSession,
  presentClientRelationship,
  presentCoachProfile,
  presentUser,
  presentWorkspace,
} from "./present.ts";

/** What the configuration says to every app. */
type Offer = Pick<ApiDeps, "legalVersions" | "featureFlags">;

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

/** What a client finds after registration. @throws Error when something of it is not there. */
export function presentRegisteredClient(
  client: ClientContext | null,
  session: AppSessionRow,
): z.output<typeof clientRegistrationAnswerSchema> {
  if (client === null || client.relationship === null || client.onboarding === null) {
    throw new Error("A registered client without a relationship or its onboarding");
  }
  return {
    user: presentUser(client.user),
    clientProfile: presentClientProfile(client.profile),
    relationship: presentClientRelationship(client.relationship),
    onboarding: presentOnboarding(client.onboarding),
    roles: [...client.user.roles],
    nextRoute: nextRoute(client.relationship.status, client.onboarding.task.status),
    session: presentAppSession(session),
  };
}

/** What a client's app starts from. */
export function presentClientMe(client: ClientContext, offer: Offer): ClientMe {
  const { user, profile, relationship, onboarding } = client;
  return {
    user: presentUser(user),
    clientProfile: presentClientProfile(profile),
    relationship: relationship === null ? null : presentClientRelationship(relationship),
    onboardingStatus: profile.onboardingStatus,
    pendingTasks: presentPendingTasks(onboarding),
    nextRoute: nextRoute(relationship?.status ?? null, onboarding?.task.status ?? null),
    roles: [...user.roles],
    permissions: relationship === null ? [] : [...CLIENT_PERMISSIONS[relationship.status]],
    ...presentOffer(offer, client.acceptedTerms),
  };
}

/** What somebody starts from who signed in and was never registered: an invitation is needed. */
export function presentInviteRequired(offer: Offer): ClientMe {
  return {
    user: null,
    clientProfile: null,
    relationship: null,
    onboardingStatus: null,
    pendingTasks: [],
    nextRoute: nextRoute(null, null),
    roles: [],
    permissions: [],
    ...presentOffer(offer, []),
    // There is no account yet that could accept; registration asks.
    termsAcceptanceRequired: false,
  };
}

/** What the installation offers: the same to everybody, but for whether the texts were accepted. */
function presentOffer(offer: Offer, accepted: readonly LegalVersions[]) {
  const { legalVersions, featureFlags } = offer;
  return {
    featureFlags: { ...featureFlags },
    legalVersions,
    termsAcceptanceRequired: !accepted.some(
      ({ termsVersion, privacyVersion }) =>
        termsVersion === legalVersions.termsVersion &&
        privacyVersion === legalVersions.privacyVersion,
    ),
  };
}

function presentClientProfile({ displayName, timezone, locale }: ClientProfileRow) {
  return { displayName, timezone, locale };
}

/** Memberships are sorted, owned workspaces first. */
function activeWorkspace(coach: CoachContext) {
  const [workspace] = coach.workspaces;
  if (workspace === undefined) throw new Refusal("FORBIDDEN");
  return workspace;
}
