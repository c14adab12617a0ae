import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { registerClient } from "../../activities/invitations/register-client.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import type { ClientSignIn } from "../../activities/accounts/registration.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { LEGAL_VERSIONS, type Surface } from "../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { transact } from "../../db/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";

/** The key that the tokens of these factories are derived with. */
export const INVITATION_KEY = new Uint8Array(32).fill(7);

/** Where a registration of these factories comes from. */
export const ORIGIN = { requestId: "factory", ipHash: "ip-hash", userAgentHash: "agent-hash" };

/** The zone that coaches and clients of these factories live in, unless told. */
const TIMEZONE = "Europe/Berlin";

/** A coach with a workspace of their own. */
export interface BuiltCoach {
  readonly userId: string;
  readonly workspaceId: string;
  readonly identity: ClientSignIn;
}

/** A client and the coach who invited them. */
export interface BuiltRelationship {
  readonly coach: BuiltCoach;
  readonly workspaceId: string;
  readonly client: { readonly userId: string; readonly identity: ClientSignIn };
  readonly relationshipId: string;
}

/** A verified sign-in of somebody new; `contact` proves another contact than the default e-mail. */
export function buildIdentity(
  changes: Partial<ClientSignIn> & { readonly contact?: Contact } = {},
): ClientSignIn {
  const { contact, ...rest } = changes;
  const id = randomUUID();
  const email = contact === undefined ? `${id}@example.com` : null;
  return {
    provider: "email-password",
    issuer: "https://provider.example",
    tenant: "",
    subject: id,
    email: contact?.kind === "EMAIL" ? contact.value : email,
    emailVerified: contact?.kind !== "PHONE",
    phone: contact?.kind === "PHONE" ? contact.value : null,
    phoneVerified: contact?.kind === "PHONE",
    providerSessionId: randomUUID(),
    issuedAt: new Date(),
    clientId: "sideline-client-mobile",
    surface: "CLIENT_MOBILE" satisfies Surface,
    ...rest,
  };
}

/** What a person types into either registration. */
export function registrationForm(changes: { timezone?: string } = {}) {
  const names = { displayName: "Ana Silva", locale: "en", timezone: TIMEZONE };
  return { ...names, ...LEGAL_VERSIONS, ...changes };
}

/** Registers a coach. */
export async function buildCoach(
  em: SqlEntityManager,
  identity: ClientSignIn = buildIdentity({
    clientId: "sideline-coach-mobile",
    surface: "COACH_MOBILE",
  }),
): Promise<BuiltCoach> {
  const form = { ...registrationForm(), displayName: "Cora Coach" };
  const registration = { ...form, identity, workspaceName: null, origin: ORIGIN };
  const { userId } = await transact(em, (tx) => registerCoach(tx, registration));
  const membership = await em.fork().findOneOrFail(WorkspaceMembership, { userId });
  return { userId, workspaceId: membership.workspaceId, identity };
}

/** Invites a contact, or somebody new, into the coach's workspace. */
export async function buildInvitation(
  em: SqlEntityManager,
  coach: BuiltCoach,
  contact: Contact = { kind: "EMAIL", value: `${randomUUID()}@example.com` },
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const { workspaceId, userId: invitedByUserId } = coach;
  const invite = { workspaceId, invitedByUserId, contact, requestId: ORIGIN.requestId };
  const invitation = await transact(em, (tx) =>
    inviteClient(tx, { ...invite, invitationKey: INVITATION_KEY }),
  );
  return { invitation, token: await deriveInvitationToken(INVITATION_KEY, invitation) };
}

/** Invites somebody new, who validates and registers. */
export async function buildRelationship(
  em: SqlEntityManager,
  options: {
    readonly coach?: BuiltCoach;
    readonly timezone?: string;
    /** ONBOARDING is where registration leaves it. */
    readonly status?: RelationshipStatus;
  } = {},
): Promise<BuiltRelationship> {
  const { timezone = TIMEZONE, status = "ACTIVE" } = options;
  const coach = options.coach ?? (await buildCoach(em));
  const { invitation, token } = await buildInvitation(em, coach);
  const identity = buildIdentity({ contact: invitationTarget(invitation) });
  const opening = { identity, invitationToken: token };
  const validation = await transact(em, (tx) => validateInvitation(tx, opening));
  const form = registrationForm({ timezone });
  const { userId, relationshipId } = await transact(em, (tx) =>
    registerClient(tx, {
      ...form,
      ...opening,
      validationId: validation.id,
      deviceIdHash: null,
      origin: ORIGIN,
    }),
  );
  if (status !== "ONBOARDING") await setRelationshipStatus(em, relationshipId, status);
  return { coach, workspaceId: coach.workspaceId, client: { userId, identity }, relationshipId };
}

/** Moves a relationship to a status, without the act that will do so. */
export async function setRelationshipStatus(
  em: SqlEntityManager,
  relationshipId: string,
  status: RelationshipStatus,
): Promise<void> {
  const endedAt = status === "ENDED" ? new Date() : null;
  const pause = status === "PAUSED" ? ({ pausedAt: new Date(), resumesAs: "ACTIVE" } as const) : {};
  const state = { status, endedAt, pausedAt: null, resumesAs: null, ...pause };
  await em.fork().nativeUpdate(Relationship, { id: relationshipId }, state);
}

/** Suspends a user, without the act that will do so. */
export async function suspendUser(em: SqlEntityManager, userId: string): Promise<void> {
  await em.fork().nativeUpdate(User, { id: userId }, { status: "SUSPENDED" });
}
