import type { z } from "zod";
import type {
  ClientMe,
  clientRegistrationAnswerSchema,
} from "../../contract/onboarding/client-account-schema.ts";
import type { WaitingInvitation } from "../../db/invitations/queries.ts";
import type { AppSessionRow, ClientProfileRow } from "../../db/accounts/context-types.ts";
import type {
  ClientContext,
  OpenRelationshipRow,
} from "../../db/onboarding/client-context/queries.ts";
import { clientPermissions } from "../../rules/relationships/client-permissions.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";
import { presentOnboarding, presentPendingTasks } from "./present.ts";
import { presentAppSession, presentUser } from "../accounts/present.ts";
import { presentClientRelationship } from "../relationships/present-relationship.ts";
import { type Offer, presentOffer } from "../accounts/present-offer.ts";

/** A client's state after registration. @throws Error if a part of it is missing. */
export function presentRegisteredClient(
  client: ClientContext | null,
  session: AppSessionRow,
): z.output<typeof clientRegistrationAnswerSchema> {
  if (client === null || client.relationship === null || client.onboarding === null) {
    throw new Error("A registered client has no relationship or no onboarding");
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

/** The initial state of a client's app. */
export function presentClientMe(client: ClientContext, offer: Offer): ClientMe {
  const { user, profile, relationship, formerRelationship, onboarding } = client;
  return {
    user: presentUser(user),
    clientProfile: presentClientProfile(profile),
    relationship: relationship === null ? null : presentClientRelationship(relationship),
    formerRelationship: relationship === null ? formerRelationship : null,
    onboardingStatus: profile.onboardingStatus,
    pendingTasks: presentPendingTasks(onboarding),
    nextRoute: nextRoute(relationship?.status ?? null, onboarding?.task.status ?? null),
    signInWith: [],
    waitingInvitation: null,
    roles: [...user.roles],
    permissions: permissionsOf(relationship),
    ...presentOffer(offer, client.acceptedTerms),
  };
}

/**
 * The initial state for a sign-in without an account. It lists the person's other sign-ins if they have an account,
 * otherwise an invitation that waits.
 */
export function presentStranger({ otherWays, waiting }: StrangerFacts, offer: Offer): ClientMe {
  return {
    user: null,
    clientProfile: null,
    relationship: null,
    formerRelationship: null,
    onboardingStatus: null,
    pendingTasks: [],
    nextRoute: otherWays === null ? nextRoute(null, null) : "SIGN_IN_OTHER_WAY",
    signInWith: otherWays ?? [],
    waitingInvitation: waiting && { expiresAt: waiting.expiresAt },
    roles: [],
    permissions: [],
    ...presentOffer(offer, []),
    // Without an account nothing can be accepted; registration asks.
    termsAcceptanceRequired: false,
  };
}

interface StrangerFacts {
  readonly otherWays: string[] | null;
  readonly waiting: Pick<WaitingInvitation, "expiresAt"> | null;
}

function permissionsOf(relationship: OpenRelationshipRow | null): string[] {
  if (relationship === null) return [];
  return clientPermissions(relationship.status, relationship.workspaceStatus);
}

function presentClientProfile({ displayName, timezone, locale }: ClientProfileRow) {
  return { displayName, timezone, locale };
}
