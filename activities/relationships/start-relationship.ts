import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import type { ClaimedIdentity } from "../../db/accounts/registration/claim-identity.ts";
import { raiseCoachOnboarding } from "../../db/accounts/profiles/raise-coach-onboarding.ts";
import { claimUser } from "../../db/accounts/registration/claim-user.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { findInvitingCoach } from "../../db/invitations/inviting-coach.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { refuseInvitation } from "../invitations/refuse-invitation.ts";
import type { ClientRegistration } from "../accounts/registration-form.ts";
import { acceptTerms } from "../accounts/accept-terms.ts";
import { passBaseline } from "./pass-baseline.ts";
import { announceOpened, type RelationshipHooks } from "./relationship-hook.ts";

/**
 * Writes all effects of an accepted invitation.
 *
 * @returns id of the relationship.
 * @throws Refusal IDENTITY_NOT_LINKED when another account holds the verified contact.
 */
export async function startRelationship(
  tx: Tx,
  acceptance: Acceptance,
  hooks: RelationshipHooks,
): Promise<string> {
  const { input, identity, invitation, now } = acceptance;
  const { userId } = identity;
  const becameClient = await makeClient(tx, acceptance);
  await saveProfile(tx, acceptance);
  const relationship = tx.create(Relationship, {
    id: newId(),
    workspaceId: invitation.workspaceId,
    coachUserId: await findInvitingCoach(tx, invitation.id),
    clientUserId: userId,
    invitationId: invitation.id,
    status: "ONBOARDING",
    timezone: input.timezone,
    startedAt: now,
    endedAt: null,
    updatedAt: now,
  });
  invitation.status = "CONSUMED";
  invitation.consumedAt = now;
  invitation.consumedByUserId = userId;
  invitation.updatedAt = now;
  await tx.flush();
  const accepted = await acceptTerms(tx, { ...input, ...input.origin, userId, now });
  const events = [...startedEvents(relationship, becameClient), ...accepted];
  const { requestId } = input.origin;
  await appendEvents(tx, events, { now, requestId });
  await announceOpened(tx, hooks, { relationship, invitation, now, requestId });
  await passBaseline(tx, { relationship, now, requestId, hooks });
  await raiseCoachOnboarding(tx, { userId: relationship.coachUserId, to: "COMPLETED" });
  await auditRegistration(tx, acceptance, relationship.id);
  return relationship.id;
}

/** An open invitation under its lock, and the person who accepts it. */
export interface Acceptance {
  readonly input: ClientRegistration;
  readonly identity: ClaimedIdentity;
  readonly invitation: Invitation;
  readonly now: Date;
}

/** Creates the user, or adds the role to an existing one; true if they became a client by it. */
async function makeClient(tx: Tx, { input, identity, invitation, now }: Acceptance) {
  if (identity.isNew) {
    const isMade = await claimUser(tx, {
      id: identity.userId,
      primaryEmail: verifiedContact(input.identity, "EMAIL"),
      primaryPhone: verifiedContact(input.identity, "PHONE"),
      displayName: input.displayName,
      roles: ["CLIENT"],
      now,
    });
    if (isMade) return true;
    throw refuseInvitation("IDENTITY_NOT_LINKED", {
      step: "REGISTRATION",
      invitationId: invitation.id,
    });
  }
  const user = await tx.findOneOrFail(User, identity.userId);
  if (user.roles.includes("CLIENT")) return false;
  user.roles = [...user.roles, "CLIENT"];
  user.updatedAt = now;
  return true;
}

/** A returning client gives name, time zone and locale again; the rest of the profile stays. */
async function saveProfile(tx: Tx, { input, identity, now }: Acceptance): Promise<void> {
  const { displayName, timezone, locale } = input;
  const known = await tx.findOne(ClientProfile, { userId: identity.userId });
  if (known !== null) {
    tx.assign(known, { displayName, timezone, locale, updatedAt: now });
    return;
  }
  tx.create(ClientProfile, {
    id: newId(),
    userId: identity.userId,
    displayName,
    timezone,
    locale,
    onboardingStatus: "NOT_STARTED",
    privacySettings: {},
    createdAt: now,
    updatedAt: now,
  });
}

function startedEvents(relationship: Relationship, becameClient: boolean): DomainEvent[] {
  const { id, workspaceId, coachUserId, clientUserId, invitationId } = relationship;
  const refs = { workspaceId, relationshipId: id, coachUserId, clientUserId, invitationId };
  const event = (type: EventType, subjectId: string): DomainEvent => ({
    eventId: newId(),
    type,
    subjectId,
    version: 0,
    refs,
  });
  return [
    ...(becameClient ? [event("ClientRegistered", clientUserId)] : []),
    invitationActor.wokenBy(event("ClientInvitationConsumed", invitationId), { invitationId }),
    event("CoachClientRelationshipStarted", id),
  ];
}

async function auditRegistration(
  tx: Tx,
  { input, identity: { userId }, invitation }: Acceptance,
  relationshipId: string,
): Promise<void> {
  await appendAuthAudit(tx, {
    userId,
    eventType: "CLIENT_REGISTERED",
    provider: input.identity.provider,
    actor: userId,
    metadata: { invitationId: invitation.id, relationshipId },
  });
}
