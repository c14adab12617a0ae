import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { User } from "../../db/accounts/user.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { listInvitations } from "../../db/invitations/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import {
  INVITATION_KEY,
  buildCoach,
  type BuiltCoach,
  buildInvitation,
  buildRelationship,
  setRelationshipStatus,
} from "../factories/accounts/identity.ts";
import { buildMember, inWorkspaceOf } from "../factories/workspaces/members.ts";
import { invitationActs } from "../factories/invitations/invitation-acts.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const ALL = { afterId: null, status: null, now: new Date() };
const { em } = await useOrm();
const { revoke, setWorkspaceStatus } = invitationActs(em);

describe("Inviting", () => {
  test("stores only the hash of the token, and is open for 14 days", async () => {
    const coach = await buildCoach(em);
    const { invitation, token } = await buildInvitation(em, coach);
    const kept = await em.fork().findOneOrFail(Invitation, invitation.id);
    expect(kept.tokenHash).toBe(await invitationTokenHash(token));
    expect([kept.status, kept.generation]).toEqual(["ACTIVE", 1]);
    expect(kept.expiresAt.getTime() - kept.createdAt.getTime()).toBe(14 * DAY_SECONDS * 1000);
  });

  test("emits ClientInvited to mail and feed, with ids only", async () => {
    const coach = await buildCoach(em);
    const { invitation } = await buildInvitation(em, coach);
    const rows = await em.fork().find(OutboxRow, { subjectId: invitation.id });
    const consumers = rows.map(({ consumer }) => consumer);
    expect(consumers.toSorted()).toEqual(["event-feed", "invitation-actor", "mail"]);
    const refs = { workspaceId: coach.workspaceId, byUserId: coach.userId, generation: 1 };
    for (const row of rows) expect(row.refs).toEqual(refs);
  });

  test("into a suspended workspace is refused", async () => {
    const coach = await buildCoach(em);
    await setWorkspaceStatus(coach.workspaceId, "SUSPENDED");
    await expect(buildInvitation(em, coach)).rejects.toMatchObject({ code: "WORKSPACE_SUSPENDED" });
  });

  test("the same contact twice, or eight times at once, returns the open invitation", async () => {
    const coach = await buildCoach(em);
    const contact = { kind: "EMAIL" as const, value: `${randomUUID()}@example.com` };
    const made = await Promise.all(
      Array.from({ length: 8 }, () => buildInvitation(em, coach, contact)),
    );
    const again = await buildInvitation(em, coach, contact);
    expect(new Set([...made, again].map(({ invitation }) => invitation.id)).size).toBe(1);
    expect(new Set([...made, again].map(({ token }) => token)).size).toBe(1);
    const subjectId = again.invitation.id;
    expect(await em.fork().count(OutboxRow, { subjectId, consumer: "mail" })).toBe(1);
    await revoke(coach, subjectId);
    const next = await buildInvitation(em, coach, contact);
    expect(next.invitation.id).not.toBe(subjectId);
    const elsewhere = await buildInvitation(em, await buildCoach(em), contact);
    expect(elsewhere.invitation.id).not.toBe(next.invitation.id);
  });

  test("a client of the workspace is refused as such, and only there", async () => {
    const { coach, client, relationshipId } = await buildRelationship(em);
    const contact = { kind: "EMAIL" as const, value: client.identity.email ?? "" };
    await expect(buildInvitation(em, coach, contact)).rejects.toMatchObject({
      code: "ALREADY_CLIENT",
      details: { conflictingId: relationshipId },
    });
    await expect(buildInvitation(em, await buildCoach(em), contact)).resolves.toBeDefined();
    await setRelationshipStatus(em, relationshipId, "ENDED");
    await expect(buildInvitation(em, coach, contact)).resolves.toBeDefined();
  });

  test("the owner of the workspace may invite themselves, and another member is refused by e-mail or phone", async () => {
    const owner = await buildCoach(em);
    const member = await buildMember(em, owner);
    const mailOf = ({ identity }: BuiltCoach) =>
      ({ kind: "EMAIL", value: identity.email ?? "" }) as const;
    await expect(buildInvitation(em, owner, mailOf(owner))).resolves.toBeDefined();
    const already = {
      code: "STATE_CONFLICT",
      details: { errors: [{ code: "ALREADY_MEMBER" }] },
    };
    await expect(buildInvitation(em, owner, mailOf(member))).rejects.toMatchObject(already);
    const inThere = inWorkspaceOf(owner, member);
    await expect(buildInvitation(em, inThere, mailOf(member))).rejects.toMatchObject(already);
    const value = `+49151${Math.trunc(Math.random() * 1e8)}`;
    await em.fork().nativeUpdate(User, { id: member.userId }, { primaryPhone: value });
    await expect(buildInvitation(em, owner, { kind: "PHONE", value })).rejects.toMatchObject(
      already,
    );
    // Their own workspace is theirs, and an address says nothing about workspaces of others.
    await expect(buildInvitation(em, member, mailOf(member))).resolves.toBeDefined();
    await expect(buildInvitation(em, await buildCoach(em), mailOf(member))).resolves.toBeDefined();
    await em
      .fork()
      .nativeUpdate(
        WorkspaceMembership,
        { workspaceId: owner.workspaceId, userId: member.userId },
        { status: "ENDED", endedAt: new Date() },
      );
    // A phone gets no mail, whose number a day is limited.
    await expect(buildInvitation(em, owner, { kind: "PHONE", value })).resolves.toBeDefined();
  });

  test("makes a list with the newest first, separate for each workspace", async () => {
    const coach = await buildCoach(em);
    const first = await buildInvitation(em, coach);
    const second = await buildInvitation(em, coach);
    await buildInvitation(em, await buildCoach(em));
    const page = { ...ALL, workspaceId: coach.workspaceId, limit: 50 };
    const listed = await listInvitations(em.fork(), page);
    const ids = [second.invitation.id, first.invitation.id];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const rest = await listInvitations(em.fork(), { ...page, afterId: second.invitation.id });
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(1));
  });
});

test("Inviting a contact with an open invitation again adds a missing name and changes no name", async () => {
  const coach = await buildCoach(em);
  const { invitation } = await buildInvitation(em, coach);
  const { workspaceId, userId: invitedByUserId } = coach;
  const contact = { kind: "EMAIL", value: invitation.targetEmail ?? "" } as const;
  const request = { workspaceId, invitedByUserId, contact, requestId: "r" };
  const invite = (name?: string) =>
    transact(em, (tx) => inviteClient(tx, { ...request, name, invitationKey: INVITATION_KEY }));
  const kept = async () => (await em.fork().findOneOrFail(Invitation, invitation.id)).inviteeName;
  await invite();
  expect(await kept()).toBeNull();
  expect(await invite("Ana")).toMatchObject({ id: invitation.id, inviteeName: "Ana" });
  expect(await kept()).toBe("Ana");
  await invite("Bea");
  expect(await kept()).toBe("Ana");
});
