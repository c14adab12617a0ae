import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { registerClient } from "../../activities/relationships/register-client.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import {
  ORIGIN,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  registrationForm,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
beforeEach(() => moveClock(ownerUrl, 0));

const emailOf = ({ email }: ClientSignIn): Contact => ({ kind: "EMAIL", value: email ?? "" });

describe("Client registration is refused and leaves the invitation unchanged", () => {
  test("for a token that was never issued", async () => {
    const { invitation, ...attempt } = await openInvitation();
    const invitationToken = `${attempt.invitationToken}x`;
    await expectRefused({ ...attempt, invitation, invitationToken }, "NOT_FOUND");
  });

  test("when the validation has expired", async () => {
    const { invitation, ...attempt } = await openInvitation();
    await moveClock(ownerUrl, 15 * 60);
    await expectRefused({ ...attempt, invitation }, "VALIDATION_EXPIRED");
    await expect(register(attempt)).rejects.toMatchObject(
      refusedWith("VALIDATION_EXPIRED", invitation.id),
    );
  });

  test("when the validation belongs to another sign-in or another invitation", async () => {
    const contact: Contact = { kind: "EMAIL", value: `${randomUUID()}@example.com` };
    const one = await openInvitation({ contact });
    const other = await openInvitation({ contact });
    const crossed = { ...one, validationId: other.validationId };
    await expectRefused(crossed, "VALIDATION_EXPIRED");
    await expectRefused({ ...one, identity: other.identity }, "VALIDATION_EXPIRED");
    await expectRefused({ ...one, validationId: randomUUID() }, "VALIDATION_EXPIRED");
  });

  test("when the invitation has expired, was revoked, or its workspace is suspended", async () => {
    const expired = await openInvitation();
    await moveClock(ownerUrl, 14 * 24 * 3600);
    await expectRefused(expired, "INVITATION_EXPIRED");
    await moveClock(ownerUrl, 0);

    const revoked = await openInvitation();
    const { coach, invitation } = revoked;
    const revocation = { workspaceId: coach.workspaceId, revokedByUserId: coach.userId };
    await transact(em, (tx) =>
      revokeInvitation(tx, { ...revocation, invitationId: invitation.id, requestId: "r" }),
    );
    await expectRefused(revoked, "INVITATION_REVOKED");

    const suspended = await openInvitation();
    const { workspaceId: id } = suspended.coach;
    await em.fork().nativeUpdate(CoachWorkspace, { id }, { status: "SUSPENDED" });
    await expectRefused(suspended, "WORKSPACE_SUSPENDED");
  });

  test("when it was consumed by another user", async () => {
    const contact: Contact = { kind: "EMAIL", value: `${randomUUID()}@example.com` };
    const first = await openInvitation({ contact });
    const identity = buildIdentity({ contact });
    const { id: validationId } = await validate(identity, first.invitationToken);
    const { invitation, ...attempt } = first;
    await register(attempt);
    await expectRefused({ ...attempt, identity, validationId, invitation }, "INVITATION_CONSUMED");
  });

  test("when the contact is no longer verified", async () => {
    const open = await openInvitation();
    const identity = { ...open.identity, emailVerified: false };
    await expectRefused({ ...open, identity }, "INVITATION_CONTACT_MISMATCH");
  });

  test("when another account holds the verified contact", async () => {
    const open = await openInvitation();
    const identity = { ...open.identity, clientId: "sideline-coach-mobile", subject: randomUUID() };
    // The contact was free when the invitation was opened.
    await buildCoach(em, { ...identity, surface: "COACH_MOBILE" });
    await expectRefused(open, "IDENTITY_NOT_LINKED");
  });

  test("for a suspended user", async () => {
    const { client, relationshipId } = await buildRelationship(em, { status: "ENDED" });
    const open = await openInvitation({
      contact: emailOf(client.identity),
      identity: client.identity,
    });
    await suspendUser(em, client.userId);
    await expectRefused(open, "USER_SUSPENDED");
    expect(relationshipId).not.toBe("");
  });

  test("for a suspended user who repeats a registration that succeeded", async () => {
    const open = await openInvitation();
    const { userId } = await register(open);
    await suspendUser(em, userId);
    await expectRefused(open, "USER_SUSPENDED");
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
};

function register({ timezone, identity, invitationToken, validationId }: Attempt) {
  return transact(em, (tx) =>
    registerClient(
      tx,
      {
        ...registrationForm(timezone === undefined ? {} : { timezone }),
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

function refusedWith(code: string, invitationId: string) {
  return {
    code,
    details: {
      audit: {
        eventType: "INVITATION_REFUSED",
        metadata: { code, step: "REGISTRATION", invitationId },
      },
    },
  };
}
