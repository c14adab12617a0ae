import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { claimUser } from "../../db/accounts/registration/claim-user.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import type { RegistrationForm, RegistrationOrigin } from "../accounts/registration-form.ts";
import { acceptTerms } from "../accounts/accept-terms.ts";
import { refuseRegistration } from "./refuse-registration.ts";

/**
 * Creates the user and the profile, without a handle.
 *
 * @throws Refusal IDENTITY_NOT_LINKED when another account holds a verified contact.
 */
export async function makeCoachAccount(
  tx: Tx,
  input: CoachForm,
  { userId, now }: NewCoach,
): Promise<void> {
  const isMade = await claimUser(tx, {
    id: userId,
    primaryEmail: verifiedContact(input.identity, "EMAIL"),
    primaryPhone: verifiedContact(input.identity, "PHONE"),
    displayName: input.displayName,
    roles: ["COACH"],
    now,
  });
  if (!isMade) throw refuseRegistration("IDENTITY_NOT_LINKED");
  const { timezone, locale } = input;
  tx.create(CoachProfile, {
    id: newId(),
    userId,
    timezone,
    locale,
    onboardingStatus: "NOT_STARTED",
    createdAt: now,
    updatedAt: now,
  });
}

/** The fields that a person sends to become a coach. */
export interface CoachForm extends RegistrationForm {
  readonly identity: VerifiedIdentity;
  readonly origin: RegistrationOrigin;
}

/** A new coach, and the workspace through which they registered. */
export interface NewCoach {
  readonly userId: string;
  /** The sign-in that was linked; null for a person who already has an account. */
  readonly identityId: string | null;
  readonly workspaceId: string;
  readonly now: Date;
}

/** Records the terms that a coach accepted, emits the new coach and audits it. */
export async function recordCoachAccount(tx: Tx, input: CoachForm, coach: NewCoach): Promise<void> {
  const { userId, now } = coach;
  const accepted = await acceptTerms(tx, { ...input, ...input.origin, userId, now });
  const { requestId } = input.origin;
  await recordCoach(tx, { ...coach, provider: input.identity.provider, requestId }, accepted);
}

/** Emits the new coach and audits it. */
export async function recordCoach(
  tx: Tx,
  coach: NewCoach & Pick<VerifiedIdentity, "provider"> & { readonly requestId: string },
  further: readonly DomainEvent[] = [],
): Promise<void> {
  const { userId, identityId, workspaceId, provider, now, requestId } = coach;
  const registered: DomainEvent = {
    eventId: newId(),
    type: "CoachRegistered",
    subjectId: userId,
    version: 0,
    refs: { workspaceId },
  };
  await appendEvents(tx, [registered, ...further], { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: "COACH_REGISTERED",
    provider,
    actor: userId,
    metadata: { ...(identityId !== null && { identityId }), workspaceId },
  });
}
