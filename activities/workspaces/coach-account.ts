import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { claimUser } from "../../db/accounts/registration/claim-user.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/transact.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import {
  acceptTerms,
  type RegistrationForm,
  type RegistrationOrigin,
} from "../accounts/registration.ts";
import { refuseRegistration } from "./refuse-registration.ts";

/** What somebody sends to become a coach, wherever they are to coach. */
export interface CoachForm extends RegistrationForm {
  readonly identity: VerifiedIdentity;
  readonly origin: RegistrationOrigin;
}

/** Somebody who coaches from now on, and the workspace by which they came. */
export interface NewCoach {
  readonly userId: string;
  /** The sign-in that was linked for it; null for somebody who has an account. */
  readonly identityId: string | null;
  readonly workspaceId: string;
  readonly now: Date;
}

/** Makes the user and the profile, without a handle. @throws Refusal IDENTITY_NOT_LINKED when another account holds a verified contact. */
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

/** Keeps which terms a coach accepted, tells that they coach, and leaves the audit of it. */
export async function recordCoachAccount(tx: Tx, input: CoachForm, coach: NewCoach): Promise<void> {
  const { userId, now } = coach;
  const accepted = await acceptTerms(tx, { ...input, ...input.origin, userId, now });
  const { requestId } = input.origin;
  await recordCoach(tx, { ...coach, provider: input.identity.provider, requestId }, accepted);
}

/** Tells that somebody coaches from now on, and leaves the audit of it. */
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
