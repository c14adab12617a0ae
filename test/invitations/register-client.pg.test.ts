import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { registerClient } from "../../activities/relationships/register-client.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { findWorkspaceState } from "../../db/inbox/console/changes/queries.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { findClientContext } from "../../db/onboarding/client-context/queries.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import {
  ORIGIN,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  registrationForm,
  setRelationshipStatus,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
beforeEach(() => moveClock(ownerUrl, 0));

const emailOf = ({ email }: ClientSignIn): Contact => ({ kind: "EMAIL", value: email ?? "" });

describe("Client registration", () => {
  test("creates user, identity, profile, relationship and scope, and consumes the invitation", async () => {
    const { coach, invitation, ...attempt } = await openInvitation();
    const { userId, relationshipId } = await register({ ...attempt, timezone: "Asia/Tokyo" });
    const fork = em.fork();
    const user = await fork.findOneOrFail(User, userId);
    expect([user.primaryEmail, user.roles]).toEqual([invitation.targetEmail, ["CLIENT"]]);
    expect(await fork.count(AuthIdentity, { userId, subject: attempt.identity.subject })).toBe(1);
    expect(await fork.findOneOrFail(ClientProfile, { userId })).toMatchObject({
      timezone: "Asia/Tokyo",
      onboardingStatus: "IN_PROGRESS",
    });
    expect(await fork.findOneOrFail(Relationship, relationshipId)).toMatchObject({
      workspaceId: coach.workspaceId,
      coachUserId: coach.userId,
      clientUserId: userId,
      invitationId: invitation.id,
      status: "ONBOARDING",
      timezone: "Asia/Tokyo",
    });
    expect(await fork.findOneOrFail(RelationshipScope, relationshipId)).toMatchObject({ seq: 1 });
    expect(await fork.count(TermsAcceptance, { userId })).toBe(1);
    expect(await fork.findOneOrFail(Invitation, invitation.id)).toMatchObject({
      status: "CONSUMED",
      consumedByUserId: userId,
      consumedAt: expect.any(Date),
    });
  });

  test("is news for the consoles of the workspace at once, so that the client appears in their roster", async () => {
    const attempt = await openInvitation();
    const { workspaceId } = attempt.coach;
    const { now: from } = await findWorkspaceState(em.fork(), { workspaceId, from: null });
    const { relationshipId } = await register(attempt);
    const { moved } = await findWorkspaceState(em.fork(), { workspaceId, from });
    expect(moved.map((client) => client.relationshipId)).toEqual([relationshipId]);
  });

  test("opens its session, with the device as a hash", async () => {
    const attempt = await openInvitation();
    const { appSessionId, userId } = await register(attempt);
    expect(await em.fork().findOneOrFail(AppSession, appSessionId)).toMatchObject({
      userId,
      providerSessionId: attempt.identity.providerSessionId,
      surface: "CLIENT_MOBILE",
      deviceIdHash: "device-hash",
      ipHash: ORIGIN.ipHash,
    });
  });

  test("emits each of its events once, and writes an audit row", async () => {
    const { invitation, ...attempt } = await openInvitation();
    const { userId, relationshipId } = await register(attempt);
    await register(attempt);
    const fork = em.fork();
    const acceptance = await fork.findOneOrFail(TermsAcceptance, { userId });
    const facts = [
      ["ClientRegistered", userId],
      ["ClientInvitationConsumed", invitation.id],
      ["CoachClientRelationshipStarted", relationshipId],
      ["TermsAccepted", acceptance.id],
      ["ClientLoggedIn", userId],
    ] as const;
    const consumer = "event-feed";
    for (const [type, subjectId] of facts) {
      expect([type, await fork.count(OutboxRow, { type, subjectId, consumer })]).toEqual([type, 1]);
    }
    expect(await fork.count(AuthAuditEvent, { userId, eventType: "CLIENT_REGISTERED" })).toBe(1);
  });

  test("repeated returns what exists, even after the validation has expired", async () => {
    const attempt = await openInvitation();
    const first = await register(attempt);
    await moveClock(ownerUrl, 30 * 24 * 3600);
    expect(await register(attempt)).toEqual(first);
    expect(await register({ ...attempt, validationId: randomUUID() })).toEqual(first);
    expect(await em.fork().count(Relationship, { clientUserId: first.userId })).toBe(1);
  });

  test("of two hundred simultaneous requests with one token and one sign-in creates one relationship", async () => {
    const { invitation, ...attempt } = await openInvitation();
    const all = await Promise.all(Array.from({ length: 200 }, () => registerPatiently(attempt)));
    expect(new Set(all.map(({ relationshipId }) => relationshipId)).size).toBe(1);
    const fork = em.fork();
    expect(await fork.count(Relationship, { invitationId: invitation.id })).toBe(1);
    expect(await fork.count(User, { primaryEmail: invitation.targetEmail })).toBe(1);
  });

  test("of two hundred simultaneous requests with one token and two hundred sign-ins creates one relationship", async () => {
    const contact: Contact = { kind: "EMAIL", value: `${randomUUID()}@example.com` };
    const { coach, invitation, invitationToken } = await openInvitation({ contact });
    const attempts: Attempt[] = [];
    for (let i = 0; i < 200; i += 1) {
      const identity = buildIdentity({ contact });
      const { id: validationId } = await validate(identity, invitationToken);
      attempts.push({ identity, invitationToken, validationId });
    }
    const results = await Promise.allSettled(attempts.map(registerPatiently));
    const refused = results.filter((result) => result.status === "rejected");
    expect(results.length - refused.length).toBe(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "INVITATION_CONSUMED" });
    expect(await em.fork().count(Relationship, { workspaceId: coach.workspaceId })).toBe(1);
    expect(await em.fork().count(Relationship, { invitationId: invitation.id })).toBe(1);
  });

  test("with invitations of two coaches at once makes a client of one of them", async () => {
    const first = await openInvitation();
    const second = await openInvitation({
      contact: emailOf(first.identity),
      identity: first.identity,
    });
    const attempts = [first, second].map((open) => register(open));
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) =>
      result.status === "rejected" && result.reason instanceof Refusal ? result.reason.code : "OK",
    );
    expect(codes.toSorted()).toEqual(["CLIENT_ALREADY_HAS_ACTIVE_COACH", "OK"]);
  });
});

describe("A person with an account", () => {
  test("starts again with another coach once the former relationship has ended", async () => {
    const { client, relationshipId } = await buildRelationship(em, { status: "ENDED" });
    const { identity } = client;
    const open = await openInvitation({ contact: emailOf(identity), identity });
    const { coach } = open;
    const started = await register({ ...open, timezone: "America/Lima" });
    expect(started.userId).toBe(client.userId);
    expect(started.relationshipId).not.toBe(relationshipId);
    const context = await findClientContext(em.fork(), client.userId);
    expect(context?.relationship?.workspaceId).toBe(coach.workspaceId);
    expect(context?.profile.timezone).toBe("America/Lima");
    const fork = em.fork();
    const versions = { userId: client.userId, termsVersion: LEGAL_VERSIONS.termsVersion };
    expect(await fork.count(TermsAcceptance, versions)).toBe(1);
    const where = { type: "ClientRegistered", subjectId: client.userId } as const;
    expect(await fork.count(OutboxRow, where)).toBe(1);
  });

  test("accepts only the legal versions in force; a repeat with older ones gets the first answer", async () => {
    const { invitation, ...attempt } = await openInvitation();
    const former = { ...attempt, termsVersion: "2001-01" };
    await expectRefused({ ...former, invitation }, "STATE_CONFLICT");
    const registered = await register(attempt);
    expect(await register(former)).toEqual(registered);
  });

  test("is refused with the invitation of a relationship that has ended", async () => {
    const { invitation, ...attempt } = await openInvitation();
    const { relationshipId } = await register(attempt);
    await setRelationshipStatus(em, relationshipId, "ENDED");
    await expectRefused({ ...attempt, invitation }, "INVITATION_CONSUMED");
  });

  test("may coach themselves in their own workspace, and only there", async () => {
    const coach = await buildCoach(em);
    const contact = emailOf(coach.identity);
    const { token } = await buildInvitation(em, coach, contact);
    const identity = { ...coach.identity, surface: "CLIENT_MOBILE" as const };
    const { id: validationId } = await validate(identity, token);
    const { userId } = await register({ identity, invitationToken: token, validationId });
    expect(userId).toBe(coach.userId);
    const user = await em.fork().findOneOrFail(User, userId);
    expect(user.roles.toSorted()).toEqual(["CLIENT", "COACH"]);
    const context = await findClientContext(em.fork(), userId);
    expect(context?.relationship).toMatchObject({ coachUserId: userId, status: "ONBOARDING" });
  });
});

function validate(identity: ClientSignIn, invitationToken: string) {
  return transact(em, (tx) => validateInvitation(tx, { identity, invitationToken }));
}

type Attempt = {
  identity: ClientSignIn;
  invitationToken: string;
  validationId: string;
  timezone?: string;
  termsVersion?: string;
};

function register({ timezone, termsVersion, identity, invitationToken, validationId }: Attempt) {
  return transact(em, (tx) =>
    registerClient(
      tx,
      {
        ...registrationForm(timezone === undefined ? {} : { timezone }),
        ...(termsVersion !== undefined && { termsVersion }),
        identity,
        invitationToken,
        validationId,
        deviceIdHash: "device-hash",
        origin: ORIGIN,
      },
      hooks.relationships,
    ),
  );
}

/** Retries if the answer says so: many simultaneous callers may wait for a connection longer than the timeout. */
async function registerPatiently(attempt: Attempt): ReturnType<typeof register> {
  for (;;) {
    try {
      return await register(attempt);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "UNAVAILABLE") throw error;
    }
  }
}

/** An invitation that a new person has opened and is about to register with. */
async function openInvitation(options: { contact?: Contact; identity?: ClientSignIn } = {}) {
  const coach = await buildCoach(em);
  const contact = options.contact ?? { kind: "EMAIL", value: `${randomUUID()}@example.com` };
  const { invitation, token } = await buildInvitation(em, coach, contact);
  const identity = options.identity ?? buildIdentity({ contact });
  const { id } = await validate(identity, token);
  return { coach, invitation, identity, invitationToken: token, validationId: id };
}

/** Expects the attempt to be refused and to leave nothing behind. */
async function expectRefused(attempt: Attempt & { invitation: Invitation }, code: string) {
  const { invitation, ...rest } = attempt;
  const before = await em.fork().findOneOrFail(Invitation, invitation.id);
  const users = await em.fork().count(User);
  await expect(register(rest)).rejects.toMatchObject({ code });
  const after = await em.fork().findOneOrFail(Invitation, invitation.id);
  expect([after.status, after.consumedAt]).toEqual([before.status, before.consumedAt]);
  expect(await em.fork().count(User)).toBe(users);
}
