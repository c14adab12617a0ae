import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { claimUser } from "../../db/accounts/registration/claim-user.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { newId } from "../../db/new-id.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import {
  type VerifiedIdentity,
  verifiedContact,
  verifiedContacts,
} from "../../rules/accounts/verified-identity.ts";
import { workspaceSlug } from "../../rules/workspaces/workspace-slug.ts";
import { lockOpenAccount } from "../accounts/lock-open-account.ts";
import { refuseRegistration } from "./refuse-registration.ts";
import {
  acceptTerms,
  claimIdentityFor,
  refuseOtherVersions,
  type RegistrationForm,
  type RegistrationOrigin,
} from "../accounts/registration.ts";
import { announceWorkspace, type WorkspaceHooks } from "./workspace-hook.ts";

/** A coach signs up. */
export interface CoachRegistration extends RegistrationForm {
  readonly identity: VerifiedIdentity;
  /** The display name serves when null. */
  readonly workspaceName: string | null;
  readonly origin: RegistrationOrigin;
}

/** What one registration makes. */
interface NewCoach {
  readonly userId: string;
  readonly workspaceId: string;
  readonly now: Date;
}

/**
 * Makes a coach: user, identity, profile without handle, workspace with what it begins with, OWNER
 * membership and terms acceptance at once. The identity is the key: repeated, or at the same moment from
 * elsewhere, it answers the coach that is there (docs/rules.md#accounts-registration).
 *
 * @throws Refusal COACH_IDENTITY_NOT_VERIFIED, IDENTITY_NOT_LINKED when another account holds the
 *   verified contact, STATE_CONFLICT for a client, and the codes of a closed account.
 */
export async function registerCoach(
  tx: Tx,
  input: CoachRegistration,
  hooks: WorkspaceHooks,
): Promise<{ readonly userId: string }> {
  const { id: identityId, userId, isNew } = await claimIdentityFor(tx, input.identity);
  if (!isNew) return recallCoach(tx, userId);
  if (verifiedContacts(input.identity).length === 0) {
    throw refuseRegistration("COACH_IDENTITY_NOT_VERIFIED");
  }
  refuseOtherVersions(input, input.origin.inForce);
  const coach = { userId, workspaceId: newId(), now: await clockNow(tx) };
  await makeUser(tx, input, coach);
  makeWorkspace(tx, input, coach);
  await tx.flush();
  const { now } = coach;
  const { requestId } = input.origin;
  await announceWorkspace(tx, { hooks, change: "opened" }, { ...coach, requestId });
  const accepted = await acceptTerms(tx, { ...input, ...input.origin, userId, now });
  await appendEvents(tx, [registered(coach), ...accepted], { now, ...input.origin });
  await appendAuthAudit(tx, {
    userId,
    eventType: "COACH_REGISTERED",
    provider: input.identity.provider,
    actor: userId,
    metadata: { identityId, workspaceId: coach.workspaceId },
  });
  return { userId };
}

async function recallCoach(tx: Tx, userId: string) {
  const user = await lockOpenAccount(tx, userId);
  if (!user.roles.includes("COACH")) throw refuseRegistration("STATE_CONFLICT");
  return { userId };
}

async function makeUser(tx: Tx, input: CoachRegistration, { userId, now }: NewCoach) {
  const isMade = await claimUser(tx, {
    id: userId,
    primaryEmail: verifiedContact(input.identity, "EMAIL"),
    primaryPhone: verifiedContact(input.identity, "PHONE"),
    displayName: input.displayName,
    roles: ["COACH"],
    now,
  });
  if (!isMade) throw refuseRegistration("IDENTITY_NOT_LINKED");
}

function makeWorkspace(tx: Tx, input: CoachRegistration, coach: NewCoach): void {
  const { userId, workspaceId, now } = coach;
  const { displayName, timezone, locale } = input;
  const name = input.workspaceName ?? displayName;
  tx.create(CoachProfile, {
    id: newId(),
    userId,
    timezone,
    locale,
    onboardingStatus: "NOT_STARTED",
    createdAt: now,
    updatedAt: now,
  });
  tx.create(CoachWorkspace, {
    id: workspaceId,
    ownerUserId: userId,
    name,
    slug: workspaceSlug(name, workspaceId),
    status: "ACTIVE",
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  tx.create(WorkspaceMembership, {
    id: newId(),
    workspaceId,
    userId,
    role: "OWNER",
    status: "ACTIVE",
    joinedAt: now,
  });
}

function registered({ userId, workspaceId }: NewCoach): DomainEvent {
  return {
    eventId: newId(),
    type: "CoachRegistered",
    subjectId: userId,
    version: 0,
    refs: { workspaceId },
  };
}
