import type { ClaimedIdentity } from "../../db/accounts/registration/claim-identity.ts";
import { findInvitationId } from "../../db/invitations/find-invitation-id.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { lockWorkspaceShared } from "../../db/workspaces/lock-workspace.ts";
import { lockInvitation } from "../../db/invitations/lock-invitation.ts";
import { recordSessionDevice } from "../../db/accounts/sessions/record-session-device.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { orderWithLogouts } from "../../db/accounts/sessions/claim-provider-logout.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { admitInvitee } from "../invitations/admit-invitee.ts";
import { lockOpenAccount } from "../accounts/lock-open-account.ts";
import { judgeLoginPlace } from "../accounts/judge-login-place.ts";
import { openAppSession } from "../accounts/sessions/open-app-session.ts";
import { refuseUnknownLink } from "../invitations/refuse-unknown-link.ts";
import { refuseInvitation } from "../invitations/refuse-invitation.ts";
import type { ClientRegistration } from "../accounts/registration-form.ts";
import { claimIdentityFor } from "../accounts/claim-identity-for.ts";
import { refuseOtherVersions } from "../accounts/accept-terms.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";
import { startRelationship } from "./start-relationship.ts";

/**
 * Creates an invited client: user, identity, profile, relationship with its scope, and terms acceptance. It consumes
 * the invitation in the same step. Identity and invitation are the key, so a repeat returns what exists, even after
 * the validation has expired (docs/rooms/invitations.md#binding). A refusal leaves the invitation unchanged.
 *
 * @throws Refusal NOT_FOUND for an unknown token, INVITATION_REPLACED, VALIDATION_EXPIRED, IDENTITY_NOT_LINKED,
 * STATE_CONFLICT for legal versions that are not in force. Also the codes of `admitInvitee` and of a closed account.
 */
export async function registerClient(
  tx: Tx,
  input: ClientRegistration,
  hooks: RelationshipHooks,
): Promise<RegisteredClient> {
  await orderWithLogouts(tx, input.identity);
  const identity = await claimIdentityFor(tx, input.identity);
  if (!identity.isNew) await lockOpenAccount(tx, identity.userId);
  const invitation = await lockedInvitation(tx, input.invitationToken);
  const { userId } = identity;
  const relationshipId =
    (await findStarted(tx, invitation, userId)) ??
    (await startWithInvitation(tx, { input, identity, invitation }, hooks));
  const appSessionId = await openSession(tx, input, identity);
  return { userId, relationshipId, appSessionId };
}

/** The client, created by this call or by an earlier one. */
export interface RegisteredClient {
  readonly userId: string;
  readonly relationshipId: string;
  readonly appSessionId: string;
}

/** The locked invitation; decisions about it hold until the commit. */
async function lockedInvitation(tx: Tx, invitationToken: string): Promise<Invitation> {
  const tokenHash = await invitationTokenHash(invitationToken);
  const invitationId = await findInvitationId(tx, tokenHash);
  if (invitationId !== null) await lockInvitation(tx, invitationId);
  const invitation = await tx.findOne(Invitation, { tokenHash });
  if (invitation === null) {
    throw await refuseUnknownLink(tx, { tokenHash, step: "REGISTRATION" });
  }
  await lockWorkspaceShared(tx, invitation.workspaceId);
  return invitation;
}

/** The result of an earlier call with the same identity and invitation. */
async function findStarted(tx: Tx, invitation: Invitation, userId: string): Promise<string | null> {
  if (invitation.consumedByUserId !== userId) return null;
  const started = await tx.findOne(Relationship, {
    invitationId: invitation.id,
    status: { $ne: "ENDED" },
  });
  return started?.id ?? null;
}

async function startWithInvitation(
  tx: Tx,
  attempt: {
    readonly input: ClientRegistration;
    readonly identity: ClaimedIdentity;
    readonly invitation: Invitation;
  },
  hooks: RelationshipHooks,
): Promise<string> {
  const { input, identity, invitation } = attempt;
  const step = "REGISTRATION";
  const now = await clockNow(tx);
  const userId = identity.isNew ? null : identity.userId;
  await admitInvitee(tx, { invitation, identity: input.identity, userId, step, now });
  const validation = await findValidation(tx, input, invitation.id);
  if (validation === null || validation.expiresAt <= now) {
    throw refuseInvitation("VALIDATION_EXPIRED", { step, invitationId: invitation.id });
  }
  refuseOtherVersions(input, input.origin.inForce);
  return startRelationship(tx, { input, identity, invitation, now }, hooks);
}

function findValidation(tx: Tx, input: ClientRegistration, invitationId: string) {
  const { provider, issuer, tenant, subject } = input.identity;
  const binding = { invitationId, provider, issuer, tenant, subject };
  return tx.findOne(InvitationValidation, { id: input.validationId, ...binding });
}

async function openSession(
  tx: Tx,
  { identity, deviceIdHash, origin }: ClientRegistration,
  { id: identityId, userId }: ClaimedIdentity,
): Promise<string> {
  const { requestId, ipHash, network } = origin;
  const seenAt = { ipHash, network, requestId };
  const lastSeen = { userId, roles: ["CLIENT" as const], identityId, identity, ...seenAt };
  const appSessionId = await openAppSession(tx, lastSeen);
  await recordSessionDevice(tx, { id: appSessionId, deviceIdHash, ipHash });
  if (deviceIdHash !== null) {
    const { provider } = identity;
    await judgeLoginPlace(tx, { userId, appSessionId, provider, deviceIdHash, ipHash, requestId });
  }
  return appSessionId;
}
