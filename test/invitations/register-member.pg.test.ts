import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  inviteMember,
  memberToken,
  revokeMemberInvitation,
} from "../../activities/invitations/invite-member.ts";
import { registerMember } from "../../activities/invitations/joining/register-member.ts";
import type {
  ClientSignIn,
  RegistrationForm,
} from "../../activities/accounts/registration-form.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import { User } from "../../db/accounts/user.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { getCoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { hooks } from "../../workers/hooks.ts";
import { codeOf } from "../factories/code-of.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildRelationship,
  INVITATION_KEY,
  ORIGIN,
  registrationForm,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
beforeEach(() => moveClock(ownerUrl, 0));

const requestId = "register-member";

describe("A second coach without an account", () => {
  test("registers by the invitation alone: an account, a membership, and no workspace of their own", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitation, invitationToken } = await invitedBy(owner, identity.email);
    const { userId } = await register(identity, invitationToken);
    const fork = em.fork();
    const { user, profile, workspaces } = await getCoachContext(fork, userId);
    expect([user.primaryEmail, user.roles, profile.timezone]).toEqual([
      identity.email,
      ["COACH"],
      "Europe/Berlin",
    ]);
    expect(workspaces).toMatchObject([{ id: owner.workspaceId, role: "COACH" }]);
    expect(await fork.count(CoachWorkspace, { ownerUserId: userId })).toBe(0);
    expect(await fork.count(TermsAcceptance, { userId })).toBe(1);
    expect(await fork.findOneOrFail(MemberInvitation, { id: invitation.id })).toMatchObject({
      status: "CONSUMED",
      acceptedByUserId: userId,
    });
    expect(await typesOf(userId)).toEqual(["CoachRegistered", "WorkspaceMemberJoined"]);
    expect(await fork.find(AuthAuditEvent, { userId })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          eventType: "COACH_REGISTERED",
          metadata: { identityId: expect.any(String), workspaceId: owner.workspaceId },
        }),
      ]),
    );
  });

  test("who repeats it, or sends it eight times at once, is one coach with one membership", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitationToken } = await invitedBy(owner, identity.email);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => register(identity, invitationToken)),
    );
    const [{ userId } = { userId: "" }] = all;
    expect(all).toEqual(Array.from({ length: 8 }, () => ({ userId })));
    expect(await typesOf(userId)).toEqual(["CoachRegistered", "WorkspaceMemberJoined"]);
  });

  test("with one address and eight simultaneous sign-ins joins with one; the rest are refused", async () => {
    const owner = await buildCoach(em);
    const { email } = newcomer();
    const { invitationToken } = await invitedBy(owner, email);
    const attempts = Array.from({ length: 8 }, () =>
      codeOf(register(newcomer({ email }), invitationToken)),
    );
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([null, "INVITATION_CONSUMED"]));
    expect(await em.fork().count(User, { primaryEmail: email })).toBe(1);
  });

  test("who registers while the invitation is revoked joins or is refused: never both, never neither", async () => {
    const owner = await buildCoach(em);
    const round = async () => {
      const identity = newcomer();
      const { invitation, invitationToken } = await invitedBy(owner, identity.email);
      const codes = await Promise.all([
        codeOf(register(identity, invitationToken)),
        codeOf(revoke(owner, invitation.id)),
      ]);
      const users = await em.fork().count(User, { primaryEmail: identity.email });
      return [...codes, users];
    };
    const rounds = await Promise.all(Array.from({ length: 8 }, round));
    const lawful = [
      [null, "INVITATION_CONSUMED", 1],
      ["INVITATION_REVOKED", null, 0],
    ];
    for (const outcome of rounds) expect(lawful).toContainEqual(outcome);
  });

  test("who has left and has no membership opens a workspace by registering, once for eight simultaneous requests", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitationToken } = await invitedBy(owner, identity.email);
    const { userId } = await register(identity, invitationToken);
    const registerAsCoach = () =>
      transact(em, (tx) => {
        const form = { ...registrationForm(), workspaceName: null };
        return registerCoach(tx, { ...form, identity, origin: ORIGIN }, hooks.workspaces);
      });
    expect((await registerAsCoach()).userId).toBe(userId);
    expect((await getCoachContext(em.fork(), userId)).workspaces).toHaveLength(1);
    const leaving = { workspaceId: owner.workspaceId, userId, removedByUserId: userId };
    await transact(em, (tx) =>
      removeMember(tx, { ...leaving, successorUserId: null, requestId: "left" }, hooks.workspaces),
    );
    await Promise.all(Array.from({ length: 8 }, registerAsCoach));
    const { workspaces } = await getCoachContext(em.fork(), userId);
    expect(workspaces).toMatchObject([{ role: "OWNER" }]);
  });

  test("who has a workspace keeps it and also joins the other", async () => {
    const owner = await buildCoach(em);
    const coach = await buildCoach(em);
    const { invitationToken } = await invitedBy(owner, coach.identity.email);
    expect(await register(coach.identity, invitationToken)).toEqual({ userId: coach.userId });
    const { workspaces } = await getCoachContext(em.fork(), coach.userId);
    expect(workspaces.map(({ id, role }) => [id, role])).toEqual([
      [coach.workspaceId, "OWNER"],
      [owner.workspaceId, "COACH"],
    ]);
  });
});

describe("Registration by a member invitation is refused, creates nobody, and leaves the invitation unchanged", () => {
  const refused = async (
    identity: ClientSignIn,
    invitationToken: string,
    form: RegistrationForm = registrationForm(),
  ) => {
    const code = await codeOf(register(identity, invitationToken, form));
    expect(await em.fork().count(AuthIdentity, { subject: identity.subject })).toBe(0);
    return code;
  };

  test("for a person who does not prove the address, or proves one of another account", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitation, invitationToken } = await invitedBy(owner, identity.email);
    expect(await refused(newcomer(), invitationToken)).toBe("INVITATION_CONTACT_MISMATCH");
    const unproved = { ...identity, emailVerified: false };
    expect(await refused(unproved, invitationToken)).toBe("INVITATION_CONTACT_MISMATCH");
    expect(await refused(identity, "nonsense")).toBe("NOT_FOUND");
    const { identity: known } = await buildCoach(em);
    const toKnown = await invitedBy(owner, known.email);
    const otherSignIn = newcomer({ email: known.email, provider: "google" });
    expect(await refused(otherSignIn, toKnown.invitationToken)).toBe("IDENTITY_NOT_LINKED");
    expect(await em.fork().findOneOrFail(MemberInvitation, { id: invitation.id })).toMatchObject({
      status: "ACTIVE",
    });
  });

  test("for a client of any workspace: only a person with a workspace of their own has both roles", async () => {
    const { coach, client } = await buildRelationship(em);
    for (const owner of [coach, await buildCoach(em)]) {
      const { invitation, invitationToken } = await invitedBy(owner, client.identity.email);
      expect(await codeOf(register(client.identity, invitationToken))).toBe("STATE_CONFLICT");
      expect(await em.fork().findOneOrFail(MemberInvitation, invitation.id)).toMatchObject({
        status: "ACTIVE",
      });
    }
    expect((await em.fork().findOneOrFail(User, client.userId)).roles).toEqual(["CLIENT"]);
  });

  test("with legal versions that are not in force", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitationToken } = await invitedBy(owner, identity.email);
    const former = { ...registrationForm(), termsVersion: "2020-01" };
    expect(await refused(identity, invitationToken, former)).toBe("STATE_CONFLICT");
    await expect(register(identity, invitationToken)).resolves.toMatchObject({});
  });

  test("when late, revoked, into a suspended workspace, and for a suspended account", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const { invitationToken } = await invitedBy(owner, identity.email);
    await moveClock(ownerUrl, 15 * 24 * 3600);
    expect(await refused(identity, invitationToken)).toBe("INVITATION_EXPIRED");
    await moveClock(ownerUrl, 0);
    const coach = await buildCoach(em);
    const toCoach = await invitedBy(owner, coach.identity.email);
    await suspendUser(em, coach.userId);
    expect(await codeOf(register(coach.identity, toCoach.invitationToken))).toBe("USER_SUSPENDED");
    await suspend(owner);
    expect(await refused(identity, invitationToken)).toBe("WORKSPACE_SUSPENDED");
    const other = await buildCoach(em);
    const withdrawn = await invitedBy(other, identity.email);
    await revoke(other, withdrawn.invitation.id);
    expect(await refused(identity, withdrawn.invitationToken)).toBe("INVITATION_REVOKED");
  });
});

/** A person without an account, in the coach app. */
function newcomer(changes: Partial<ClientSignIn> = {}) {
  return buildIdentity({ clientId: "sideline-coach-mobile", surface: "COACH_MOBILE", ...changes });
}

/** An invitation of an address into a workspace of its own, with its token. */
async function invitedBy(owner: BuiltCoach, email: string | null) {
  const { workspaceId, userId: invitedByUserId } = owner;
  const asking = { workspaceId, invitedByUserId, email: email ?? "", requestId };
  const invitation = await transact(em, (tx) =>
    inviteMember(tx, { ...asking, invitationKey: INVITATION_KEY }),
  );
  return { invitation, invitationToken: await memberToken(INVITATION_KEY, invitation.id) };
}

function register(
  identity: ClientSignIn,
  invitationToken: string,
  form: RegistrationForm = registrationForm(),
) {
  return transact(em, (tx) =>
    registerMember(
      tx,
      { ...form, identity, proof: { invitationToken }, origin: ORIGIN },
      hooks.workspaces,
    ),
  );
}

function revoke({ workspaceId, userId }: BuiltCoach, memberInvitationId: string) {
  return transact(em, (tx) =>
    revokeMemberInvitation(tx, {
      workspaceId,
      memberInvitationId,
      revokedByUserId: userId,
      requestId,
    }),
  );
}

function suspend({ workspaceId }: BuiltCoach) {
  return transact(em, (tx) =>
    moveWorkspace(
      tx,
      { act: "SUSPEND", workspaceId, actor: "an-operator", reason: "A reason", requestId },
      hooks.workspaces,
    ),
  );
}

async function typesOf(subjectId: string) {
  const rows = await em.fork().find(OutboxRow, { subjectId }, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}
