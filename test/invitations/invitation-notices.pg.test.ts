import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { settleInvitation } from "../../activities/invitations/settle-invitation.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildInvitation,
  INVITATION_KEY,
} from "../factories/accounts/identity.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { invitationActs } from "../factories/invitations/invitation-acts.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { setClock } from "../factories/set-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const { revoke, setWorkspaceStatus } = invitationActs(em);
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const noon = new Date("2027-03-01T12:00:00Z");
/** The reminder of an invitation made at noon is due, three days before its end. */
const CLOSING = 11 * DAY_MINUTES + 1;
const CLOSED = 14 * DAY_MINUTES + 1;
const GATHERED = 16;

let relay: NotificationRelay;
let coach: BuiltCoach;
beforeEach(async () => {
  await clockAt(0);
  relay = await startNotificationRelay({ em }, ["notifications", "notification-delivery", "mail"]);
  coach = await newCoach();
  await em.fork().execute("delete from outbox");
});
afterEach(() => relay.close());

describe("the coach of an invitation", () => {
  test("is notified before and after it expires, once each, in one message for several", async () => {
    const named = await invite("ana@example.com", "Ana Weber");
    const { invitation: byPhone } = await buildInvitation(em, coach, {
      kind: "PHONE",
      value: "+491512345678",
    });
    await relay.drain();
    await clockAt(CLOSING);
    await settle(named, byPhone, named);
    await relay.drain();
    expect(toCoach()).toEqual([]);
    await clockAt(CLOSING + GATHERED);
    await relay.drain();
    const [letter, ...others] = toCoach();
    expect(others).toEqual([]);
    expect(letter?.subject).toBe("2 of your invitations need your attention");
    expect(letter?.text).toContain(
      "\n• Ana Weber (ana@example.com, until 15 March 2027)\n• +491512345678 (until 15 March 2027)\n",
    );
    expect(letter?.text).toContain("Open my invitations:");
    await clockAt(CLOSED);
    await settle(named, byPhone);
    await relay.drain();
    await clockAt(CLOSED + GATHERED);
    await Promise.all([settle(named), relay.drain(), relay.drain()]);
    expect(toCoach()[1]?.text).toContain("again:\n• Ana Weber (ana@example.com, 15 March 2027)");
    expect(toCoach()).toHaveLength(2);
    expect(await decided()).toEqual([
      "SEND ALLOWED",
      "SUPPRESS SENT_TOGETHER",
      "SEND ALLOWED",
      "SUPPRESS SENT_TOGETHER",
    ]);
  });

  test("is notified of none that was accepted, revoked, sent again or replaced while the message waited", async () => {
    const [accepted, revoked, renewed, replaced] = await Promise.all(
      ["a", "b", "c", "d"].map((name) => invite(`${name}@example.com`)),
    );
    if (!accepted || !revoked || !renewed || !replaced) throw new Error("An invitation is missing");
    await relay.drain();
    await clockAt(CLOSED);
    await settle(accepted, revoked, renewed, replaced);
    await relay.drain();
    await em.fork().nativeUpdate(Invitation, accepted.id, { status: "CONSUMED" });
    await em.fork().nativeUpdate(Invitation, revoked.id, { status: "REVOKED" });
    await transact(em, (tx) =>
      resendInvitation(tx, {
        workspaceId: coach.workspaceId,
        invitationId: renewed.id,
        resentByUserId: coach.userId,
        requestId: "r",
        invitationKey: INVITATION_KEY,
      }),
    );
    await invite("d@example.com");
    await clockAt(CLOSED + GATHERED);
    await relay.drain();
    expect(toCoach()).toEqual([]);
    expect((await decided())[0]).toBe("SUPPRESS NOTHING_LEFT");
  });

  test("is notified that its mail did not arrive, once for each link, and of a suspended workspace later", async () => {
    const refused = Object.assign(new Error("no"), { responseCode: 550, command: "RCPT TO" });
    Object.assign(relay.mail, { fault: refused, faultFor: "typo@example.com" });
    const typo = await invite("typo@example.com");
    await relay.drain();
    await clockAt(GATHERED);
    await relay.drain();
    expect(toCoach().map(({ subject }) => subject)).toEqual([
      "Your invitation to typo@example.com could not be delivered",
    ]);
    // Its reminder bounces too, which is no news, and neither is that it closes soon.
    await settleAt(CLOSING, typo);
    expect(await decided()).toEqual(["SEND ALLOWED"]);
    await setWorkspaceStatus(coach.workspaceId, "SUSPENDED");
    await settleAt(CLOSED, typo);
    expect(await decided()).toEqual(["SEND ALLOWED"]);
    expect(toCoach()).toHaveLength(1);
    await setWorkspaceStatus(coach.workspaceId, "ACTIVE");
    await settleAt(CLOSED + DAY_MINUTES, typo);
    expect(toCoach()[1]?.subject).toBe("Your invitation to typo@example.com has expired");
  });

  test("reads no name, address or day in a push, an event or a stored decision", async () => {
    await buildPhone(em, { userId: coach.userId, surface: "COACH_MOBILE" });
    const secret = await invite("secret@example.com", "Zzmarkerzz");
    await settleAt(CLOSING, secret);
    const events = await em.fork().find(OutboxRow, { subjectId: secret.id });
    const notifications = await em.fork().find(Notification, { recipientUserId: coach.userId });
    const pushes = relay.pushes();
    expect(events).not.toEqual([]);
    expect(notifications).toHaveLength(1);
    expect(pushes).toHaveLength(1);
    expect(secret.expiresAt.toISOString()).toContain("2027-03-15");
    expect(JSON.stringify([events, notifications, pushes])).not.toMatch(
      /zzmarkerzz|secret@|15 march|march 15|2027-03-15/i,
    );
  });

  test("is the owner of the workspace once the sender has left", async () => {
    const member = await newCoach();
    await buildMember(em, coach, member);
    const { invitation } = await buildInvitation(em, { ...member, workspaceId: coach.workspaceId });
    await em
      .fork()
      .execute(
        "update workspace_membership set status = 'ENDED', ended_at = clock_now() where user_id = ? and workspace_id = ?",
        [member.userId, coach.workspaceId],
      );
    await settleAt(CLOSING, invitation);
    expect(toCoach()).toHaveLength(1);
  });
});

test("a message that is being sent is about every invitation whose decision was left to it", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await clockAt(0);
    // A new coach may invite only a few a day.
    coach = await newCoach();
    await em.fork().execute("delete from outbox");
    const [first, second] = [
      await invite(`one${round}@x.example`),
      await invite(`two${round}@x.example`),
    ];
    await relay.drain();
    relay.letters.length = 0;
    await clockAt(CLOSING);
    await settle(first);
    await relay.drain();
    await settle(second);
    await clockAt(CLOSING + GATHERED);
    // The first message is due while the second invitation is decided.
    await Promise.all([relay.pass(), relay.pass(), relay.pass(), relay.pass()]);
    await relay.drain();
    await clockAt(CLOSING + 2 * GATHERED);
    await relay.drain();
    const texts = toCoach().map(({ text }) => text);
    for (const { targetEmail } of [first, second])
      expect(texts.filter((text) => text.includes(targetEmail ?? "?"))).toHaveLength(1);
    for (const { id } of [first, second]) await revoke(coach, id);
  }
});

function clockAt(minutes: number) {
  return setClock(ownerUrl, new Date(noon.getTime() + minutes * MINUTE_MS));
}

/** A coach in UTC, so that no quiet hours are near noon. */
async function newCoach(): Promise<BuiltCoach> {
  const built = await buildCoach(em);
  await em.fork().nativeUpdate(CoachProfile, { userId: built.userId }, { timezone: "UTC" });
  return built;
}

async function invite(value: string, inviteeName: string | null = null): Promise<Invitation> {
  const { invitation } = await buildInvitation(em, coach, { kind: "EMAIL", value });
  await em.fork().nativeUpdate(Invitation, invitation.id, { inviteeName });
  return invitation;
}

async function settle(...invitations: readonly Invitation[]) {
  for (const { id: invitationId } of invitations)
    await settleInvitation({ em, invitationKey: INVITATION_KEY }, { invitationId });
}

/** Lets an invitation reach a minute of its life, and delivers what follows from it. */
async function settleAt(minutes: number, invitation: Invitation) {
  await relay.drain();
  await clockAt(minutes);
  await settle(invitation);
  await relay.drain();
  await clockAt(minutes + GATHERED);
  await relay.drain();
}

/** The letters to the coach, without those to the invited people. */
function toCoach() {
  return relay.letters.filter(({ to }) => to === coach.identity.email);
}

/** The decisions about the coach's messages, in their order. */
async function decided() {
  const where = { recipientUserId: coach.userId };
  const rows = await em.fork().find(Notification, where, { orderBy: { id: "asc" } });
  return rows.map(({ outcome, reason }) => `${outcome} ${reason}`);
}
