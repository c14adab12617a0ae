import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { inviteSlice } from "../../activities/invitations/csv/invite-slice.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import {
  resendForSupport,
  resendInvitation,
} from "../../activities/invitations/resend-invitation.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import { settleInvitation } from "../../activities/invitations/settle-invitation.ts";
import { NEW_COACH_INVITATIONS_PER_DAY } from "../../contract/invitations/vocabulary.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { recipientKey } from "../../rules/invitations/recipient-key.ts";
import { codeOf } from "../factories/code-of.ts";
import {
  beginFile,
  outcomesOf,
  sendFile as sendFileOf,
} from "../factories/invitations/csv-file.ts";
import {
  buildCoach,
  type BuiltCoach,
  buildRelationship,
  INVITATION_KEY as invitationKey,
} from "../factories/accounts/identity.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY = 86_400;
const PER_DAY = NEW_COACH_INVITATIONS_PER_DAY;
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const requestId = "scheduled";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
beforeEach(() => moveClock(ownerUrl, 0));

const get = (id: string) => em.fork().findOneOrFail(Invitation, id);

describe("A line beyond a coach's daily limit", () => {
  test("is SCHEDULED for the following days, as many a day as may be sent", async () => {
    const people = emails(2 * PER_DAY + 3);
    const coach = await buildCoach(em);
    const outcomes = await sendFile(coach, people);
    const wanted = people.map((_, index) => (index < PER_DAY ? "INVITED" : "SCHEDULED"));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(wanted);
    const [{ createdAt } = await get("none")] = await scheduledOf(coach);
    const inDays = outcomes.map(({ sendAt }) =>
      sendAt === null ? 0 : Math.round((sendAt.getTime() - createdAt.getTime()) / 1_000 / DAY),
    );
    expect(inDays).toEqual(people.map((_, index) => Math.floor(index / PER_DAY)));
    const again = await sendFile(coach, people);
    expect(again.map(({ outcome }) => outcome)).toEqual(
      wanted.map((outcome) => (outcome === "INVITED" ? "STANDING" : outcome)),
    );
    const ids = outcomes.map(({ invitationId }) => invitationId);
    expect(again.map(({ invitationId }) => invitationId)).toEqual(ids);
  });

  test("is sent on its day, once, whoever scans; then it is an ordinary invitation", async () => {
    const { ids } = await fileBeyond(3);
    for (const id of ids) expect(await settle(id)).toMatchObject({ open: true, dueReason: "SEND" });
    expect(await Promise.all(ids.map(mailsOf))).toEqual([0, 0, 0]);
    await moveClock(ownerUrl, DAY + 60);
    for (const id of ids) {
      const agendas = await Promise.all(Array.from({ length: 8 }, () => settle(id)));
      expect(agendas.flatMap(({ did }) => did)).toEqual(["SENT"]);
      expect(agendas.map(({ dueReason }) => dueReason)).toContain("REMINDER");
    }
    expect(await Promise.all(ids.map(mailsOf))).toEqual([1, 1, 1]);
    const [id = "none"] = ids;
    const sent = await get(id);
    expect(sent).toMatchObject({ status: "ACTIVE", sendAt: null });
    const token = await deriveInvitationToken(invitationKey, sent);
    expect(await previewInvitation(em.fork(), token)).toMatchObject({ id });
  });

  test("has no link until then: a guessed one is not found", async () => {
    const { id } = await oneBeyond();
    const token = await deriveInvitationToken(invitationKey, await get(id));
    expect(await codeOf(previewInvitation(em.fork(), token))).toBe("NOT_FOUND");
  });

  test("waits for the limit if others were sent in the meantime, and while its workspace is suspended", async () => {
    const { coach, id } = await oneBeyond();
    await moveClock(ownerUrl, DAY + 30);
    for (let sent = 0; sent < PER_DAY; sent += 1) await invite(coach, emails(1));
    await moveClock(ownerUrl, DAY + 60);
    expect(await settle(id)).toMatchObject({ open: true, dueReason: "SEND", did: ["POSTPONED"] });
    await setStatus(coach.workspaceId, "SUSPENDED");
    await moveClock(ownerUrl, 2 * DAY + 90);
    expect(await settle(id)).toMatchObject({ open: true, did: ["POSTPONED"] });
    await setStatus(coach.workspaceId, "ACTIVE");
    await moveClock(ownerUrl, 3 * DAY + 120);
    expect((await settle(id)).did).toEqual(["SENT"]);
    expect(await mailsOf(id)).toBe(1);
  });

  test("is never sent after 14 days of waiting, and needs no further scan", async () => {
    const { coach, id } = await oneBeyond();
    await setStatus(coach.workspaceId, "SUSPENDED");
    await moveClock(ownerUrl, 16 * DAY);
    expect(await settle(id)).toMatchObject({ open: false, did: [] });
    expect(await em.fork().count(Actor, { workflowId: `invitation/${id}` })).toBe(0);
    expect(await mailsOf(id)).toBe(0);
  });

  test("is withdrawn if its contact has become a client in another way", async () => {
    const coach = await buildCoach(em);
    const { client } = await buildRelationship(em, { coach });
    const { id } = await oneBeyond();
    const [row] = await em.fork().find(Invitation, { consumedByUserId: client.userId });
    const there = { workspaceId: coach.workspaceId, invitedByUserId: coach.userId };
    await em
      .fork()
      .nativeUpdate(Invitation, { id }, { ...there, targetEmail: row?.targetEmail ?? "none" });
    await moveClock(ownerUrl, DAY + 60);
    expect(await settle(id)).toMatchObject({ open: false, did: ["WITHDRAWN"] });
    expect(await get(id)).toMatchObject({ status: "REVOKED" });
    expect(await mailsOf(id)).toBe(0);
  });

  test("is withdrawn if its contact coaches in the workspace by then, and cannot be sent again by hand", async () => {
    const owner = await buildCoach(em);
    const member = await buildMember(em, owner);
    const { id } = await oneBeyond();
    const { workspaceId, userId: invitedByUserId } = owner;
    const targetEmail = member.identity.email ?? "none";
    await em.fork().nativeUpdate(Invitation, { id }, { workspaceId, invitedByUserId, targetEmail });
    const again = { workspaceId, invitationId: id, resentByUserId: invitedByUserId, requestId };
    const resent = transact(em, (tx) => resendInvitation(tx, { ...again, invitationKey }));
    await expect(resent).rejects.toMatchObject({
      code: "STATE_CONFLICT",
      details: { errors: [{ code: "ALREADY_MEMBER" }] },
    });
    await moveClock(ownerUrl, DAY + 60);
    expect(await settle(id)).toMatchObject({ open: false, did: ["WITHDRAWN"] });
    expect(await mailsOf(id)).toBe(0);
  });
});

describe("A scheduled invitation", () => {
  test("is sent now within the limits by inviting its contact or by resend; revoking ends it", async () => {
    const { coach, ids } = await fileBeyond(3);
    const [first = "none", second = "none", third = "none"] = ids;
    const { targetEmail } = await get(first);
    const contact = { kind: "EMAIL", value: targetEmail ?? "none" } as const;
    expect(await codeOf(invite(coach, [contact]))).toBe("RATE_LIMITED");
    await transact(em, (tx) => revokeInvitation(tx, named(coach, third)));
    // The first ones were sent a day ago: the coach is faster than the actor.
    await moveClock(ownerUrl, DAY + 1);
    expect(await invite(coach, [contact])).toMatchObject({ id: first, status: "ACTIVE" });
    const again = await transact(em, (tx) => resendInvitation(tx, named(coach, second)));
    expect(again).toMatchObject({ id: second, status: "ACTIVE", generation: 2, sendAt: null });
    await moveClock(ownerUrl, DAY + 60);
    expect((await settle(first)).did).toEqual([]);
    expect((await settle(second)).did).toEqual([]);
    expect(await settle(third)).toMatchObject({ open: false, did: [] });
    expect(await Promise.all([first, second, third].map(mailsOf))).toEqual([1, 0, 0]);
  });

  test("gets an act at the moment of its sending before or after it, never in between", async () => {
    const { coach, ids } = await fileBeyond(PER_DAY);
    await moveClock(ownerUrl, DAY + 60);
    for (const id of ids) {
      const [settled, revoked] = await Promise.all([
        settle(id),
        transact(em, (tx) => revokeInvitation(tx, named(coach, id))),
      ]);
      const sent = settled.did.includes("SENT");
      expect(settled.did).toEqual(sent ? ["SENT"] : []);
      expect(revoked.status).toBe("REVOKED");
      expect(await get(id)).toMatchObject({ status: "REVOKED" });
      expect(await mailsOf(id)).toBe(sent ? 1 : 0);
    }
  });

  test("is mailed once if its contact is invited by hand at the moment of its sending", async () => {
    const { coach, ids } = await fileBeyond(4);
    const targets = await Promise.all(ids.map(get));
    await moveClock(ownerUrl, DAY + 60);
    for (const { id, targetEmail } of targets) {
      const contact = { kind: "EMAIL", value: targetEmail ?? "none" } as const;
      const [, invited] = await Promise.all([settle(id), invite(coach, [contact])]);
      expect(invited).toMatchObject({ id, status: "ACTIVE" });
      expect(await mailsOf(id)).toBe(1);
    }
  });

  test("waits without blocking if another coach's file or support sends it at the same moment", async () => {
    const { coach, ids } = await fileBeyond(PER_DAY);
    await moveClock(ownerUrl, DAY + 60);
    const targets = await Promise.all(ids.map(get));
    const people = targets.flatMap(({ targetEmail }) =>
      targetEmail === null ? [] : [{ kind: "EMAIL" as const, value: targetEmail }],
    );
    const support = (invitationId: string) =>
      transact(em, (tx) => {
        const request = { actor: "support", role: "support", reason: "lost", requestId } as const;
        return resendForSupport(tx, { ...request, invitationId, invitationKey });
      });
    const [outcomes] = await Promise.all([
      sendFile(coach, people.toReversed()),
      ...ids.map(support),
    ]);
    expect(new Set(outcomes.map(({ invitationId }) => invitationId))).toEqual(new Set(ids));
    const now = await Promise.all(ids.map(get));
    expect(now.map(({ status }) => status)).toEqual(ids.map(() => "ACTIVE"));
  });
});

describe("Files of two workspaces with the same people in reverse order, at the same time,", () => {
  /** Without the automatic retry of an act, by which one of them would succeed after all. */
  const sendOnce = async (coach: BuiltCoach, people: ReturnType<typeof emails>) => {
    const importId = await beginFile(em, senderOf(coach), people);
    const slice = { importId, invitationKey, requestId };
    await em.fork().transactional((tx) => inviteSlice(tx, slice));
    return await outcomesOf(em, senderOf(coach), importId);
  };
  const countsOf = async (people: ReturnType<typeof emails>) => {
    const keys = await Promise.all(people.map(({ value }) => recipientKey(invitationKey, value)));
    const counts = await em.fork().find(RateLimit, { key: { $in: keys } });
    return counts.map(({ points }) => points);
  };

  test("are both sent, and each counts the mailed recipients", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await buildCoach(em), await buildCoach(em)];
      const people = emails(6);
      const files = [sendOnce(one, people), sendOnce(other, people.toReversed())];
      const outcomes = (await Promise.all(files)).flat().map(({ outcome }) => outcome);
      expect(outcomes).toEqual(Array.from({ length: 12 }, () => "INVITED"));
      await sendFile(one, people);
      expect(await countsOf(people)).toEqual([2, 2, 2, 2, 2, 2]);
    }
  });
});

function emails(count: number) {
  return Array.from({ length: count }, () => ({
    kind: "EMAIL" as const,
    value: `${randomUUID()}@example.com`,
  }));
}

function by({ workspaceId, userId: invitedByUserId }: BuiltCoach) {
  return {
    workspaceId,
    invitedByUserId,
    requestId,
    invitationKey,
  };
}

function senderOf({ workspaceId, userId: invitedByUserId }: BuiltCoach) {
  return {
    workspaceId,
    invitedByUserId,
  };
}

function sendFile(coach: BuiltCoach, people: ReturnType<typeof emails>) {
  return sendFileOf(em, senderOf(coach), people);
}

function invite(coach: BuiltCoach, [contact]: ReturnType<typeof emails>) {
  return transact(em, (tx) => {
    if (contact === undefined) throw new Error("Expected an invitation");
    return inviteClient(tx, { ...by(coach), contact });
  });
}

function settle(invitationId: string) {
  return settleInvitation({ em: em.fork(), invitationKey }, { invitationId });
}

function scheduledOf({ workspaceId }: BuiltCoach) {
  return em
    .fork()
    .find(Invitation, { workspaceId, status: "SCHEDULED" }, { orderBy: { id: "asc" } });
}

function mailsOf(subjectId: string) {
  return em.fork().count(OutboxRow, { subjectId, consumer: "mail", type: "ClientInvited" });
}

function named({ workspaceId, userId }: BuiltCoach, invitationId: string) {
  return {
    workspaceId,
    invitationId,
    requestId,
    invitationKey,
    resentByUserId: userId,
    revokedByUserId: userId,
  };
}

function setStatus(workspaceId: string, status: "ACTIVE" | "SUSPENDED") {
  return em.fork().nativeUpdate(CoachWorkspace, { id: workspaceId }, { status });
}

/** A coach's file with this many people beyond today's limit; returns the scheduled ones in order. */
async function fileBeyond(more: number, coach?: BuiltCoach) {
  const sender = coach ?? (await buildCoach(em));
  const outcomes = await sendFile(sender, emails(PER_DAY + more));
  return { coach: sender, outcomes, ids: (await scheduledOf(sender)).map(({ id }) => id) };
}

async function oneBeyond() {
  const { coach, ids } = await fileBeyond(1);
  const [id = "none"] = ids;
  return { coach, id };
}
