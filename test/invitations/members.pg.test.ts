import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  inviteMember,
  revokeMemberInvitation,
} from "../../activities/invitations/invite-member.ts";
import { joinWorkspace } from "../../activities/invitations/joining/join-workspace.ts";
import { mailMemberInvitation } from "../../activities/invitations/mail-member-invitation.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { removeMember } from "../../activities/workspaces/remove-member.ts";
import type { WorkspaceAct } from "../../contract/workspaces/vocabulary.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { writtenDay } from "../../rules/written-time.ts";
import {
  type BuiltCoach,
  buildCoach,
  INVITATION_KEY,
  speakGerman,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const PUBLIC_URL = "https://sideline.example";
const DAY_SECONDS = 24 * 3600;

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 24 });
beforeEach(() => moveClock(ownerUrl, 0));

const requestId = "workspaces";

describe("A second coach", () => {
  test("joins with the invited address, once; a repeat gets the same answer", async () => {
    const { owner, joiner, invitation, invitationToken } = await invited();
    expect((await join(joiner, invitationToken)).id).toBe(owner.workspaceId);
    expect((await join(joiner, invitationToken)).id).toBe(owner.workspaceId);
    expect(await membershipsOf(owner.workspaceId)).toMatchObject([
      { userId: owner.userId, role: "OWNER" },
      { userId: joiner.userId, role: "COACH", status: "ACTIVE" },
    ]);
    expect(await em.fork().findOneOrFail(MemberInvitation, { id: invitation.id })).toMatchObject({
      status: "CONSUMED",
      acceptedByUserId: joiner.userId,
      acceptedAt: expect.any(Date),
    });
    expect(await typesOf(invitation.id)).toEqual([
      "WorkspaceMemberInvited",
      "WorkspaceMemberInvited",
    ]);
    expect(await typesOf(joiner.userId)).toContain("WorkspaceMemberJoined");
  });

  test("is refused with another address, too late, or after a revocation", async () => {
    const { owner, joiner, invitation, invitationToken } = await invited();
    const other = await buildCoach(em);
    expect(await codeOf(join(other, invitationToken))).toBe("INVITATION_CONTACT_MISMATCH");
    const unverified = { ...joiner, identity: { ...joiner.identity, emailVerified: false } };
    expect(await codeOf(join(unverified, invitationToken))).toBe("INVITATION_CONTACT_MISMATCH");
    expect(await codeOf(join(joiner, "nonsense"))).toBe("NOT_FOUND");
    await moveClock(ownerUrl, 15 * DAY_SECONDS);
    expect(await codeOf(join(joiner, invitationToken))).toBe("INVITATION_EXPIRED");
    await moveClock(ownerUrl, 0);
    await revoke(owner, invitation.id);
    await revoke(owner, invitation.id);
    expect(await codeOf(join(joiner, invitationToken))).toBe("INVITATION_REVOKED");
    expect(await membershipsOf(owner.workspaceId)).toHaveLength(1);
    expect((await typesOf(invitation.id)).at(-1)).toBe("WorkspaceMemberInvitationRevoked");
  });

  test("is refused in a suspended workspace; refusals are audited", async () => {
    const { owner, joiner, invitation, invitationToken } = await invited();
    await move(owner.workspaceId, "SUSPEND");
    await expect(join(joiner, invitationToken)).rejects.toMatchObject({
      code: "WORKSPACE_SUSPENDED",
      details: {
        audit: {
          eventType: "INVITATION_REFUSED",
          metadata: { step: "MEMBERSHIP", invitationId: invitation.id },
        },
      },
    });
  });

  test("with twenty simultaneous requests becomes one member", async () => {
    const { owner, joiner, invitationToken } = await invited();
    const attempts = Array.from({ length: 20 }, () => codeOf(join(joiner, invitationToken)));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([null]));
    expect(await membershipsOf(owner.workspaceId)).toHaveLength(2);
  });

  test("who is a member cannot be invited again; a removed one can", async () => {
    const { owner, joiner, invitationToken } = await invited();
    await join(joiner, invitationToken);
    const email = joiner.identity.email ?? "";
    expect(await codeOf(invite(owner, email))).toBe("STATE_CONFLICT");
    await remove(owner, joiner);
    expect(await codeOf(remove(owner, joiner))).toBe("NOT_FOUND");
    expect(await codeOf(remove(owner, owner))).toBe("STATE_CONFLICT");
    expect(await codeOf(join(joiner, invitationToken))).toBe("INVITATION_CONSUMED");
    expect(await membershipsOf(owner.workspaceId)).toMatchObject([
      { role: "OWNER", status: "ACTIVE" },
      { role: "COACH", status: "ENDED", endedAt: expect.any(Date) },
    ]);
    const { id } = await invite(owner, email);
    await join(joiner, await deriveInvitationToken(INVITATION_KEY, { id, generation: 1 }));
    expect(await membershipsOf(owner.workspaceId)).toHaveLength(3);
    expect(await typesOf(joiner.userId)).toEqual(
      expect.arrayContaining(["WorkspaceMemberRemoved"]),
    );
  });
});

describe("The mail of a member invitation", () => {
  const mail = async (subjectId: string) => {
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const deps = { em, mailer, invitationKey: INVITATION_KEY, publicUrl: PUBLIC_URL };
    await mailMemberInvitation(deps, { eventId: "event", subjectId });
    return sent;
  };

  test("carries the link to the address, unless the invitation is closed", async () => {
    const { owner, joiner, invitation, invitationToken } = await invited();
    const [message] = await mail(invitation.id);
    expect(message).toMatchObject({ to: joiner.identity.email, messageId: "event" });
    expect(message?.text).toContain(`${PUBLIC_URL}/member-invitation#token=${invitationToken}`);
    await revoke(owner, invitation.id);
    expect(await mail(invitation.id)).toEqual([]);
    expect(await mail(randomUUID())).toEqual([]);
  });

  test("uses the language of the owner, with a day in the owner's zone", async () => {
    const { owner, invitation } = await invited();
    await speakGerman(em, owner);
    const [message] = await mail(invitation.id);
    expect(message).toMatchObject({
      language: "de",
      text: expect.stringContaining("Dem Team beitreten:"),
    });
    const reading = { language: "de", timezone: "Pacific/Auckland" } as const;
    expect(message?.text).toContain(writtenDay(invitation.expiresAt, reading));
  });
});

function move(workspaceId: string, act: WorkspaceAct, reason: string | null = "A reason") {
  return transact(em, (tx) =>
    moveWorkspace(
      tx,
      { act, workspaceId, actor: "an-operator", reason, requestId },
      hooks.workspaces,
    ),
  );
}

async function typesOf(subjectId: string) {
  const rows = await em.fork().find(OutboxRow, { subjectId }, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}

/** A coach invited by e-mail into another's workspace. */
async function invited() {
  const owner = await buildCoach(em);
  const joiner = await buildCoach(em);
  const email = joiner.identity.email ?? "";
  const invitation = await invite(owner, email);
  const invitationToken = await deriveInvitationToken(INVITATION_KEY, {
    id: invitation.id,
    generation: 1,
  });
  return { owner, joiner, invitation, invitationToken };
}

function invite({ workspaceId, userId }: BuiltCoach, email: string) {
  return transact(em, (tx) =>
    inviteMember(tx, {
      workspaceId,
      invitedByUserId: userId,
      email,
      invitationKey: INVITATION_KEY,
      requestId,
    }),
  );
}

function join({ userId, identity }: BuiltCoach, invitationToken: string) {
  return transact(em, (tx) =>
    joinWorkspace(
      tx,
      { userId, identity, proof: { invitationToken }, requestId },
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

function remove({ workspaceId, userId }: BuiltCoach, member: BuiltCoach) {
  return transact(em, (tx) =>
    removeMember(
      tx,
      {
        workspaceId,
        userId: member.userId,
        removedByUserId: userId,
        successorUserId: null,
        requestId,
      },
      hooks.workspaces,
    ),
  );
}

function membershipsOf(workspaceId: string) {
  return em.fork().find(WorkspaceMembership, { workspaceId }, { orderBy: { joinedAt: "asc" } });
}
