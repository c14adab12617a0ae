import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { settleInvitation } from "../../activities/invitations/settle-invitation.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { writePreference } from "../../db/notifications/write-preference.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildInvitation,
  INVITATION_KEY,
} from "../factories/accounts/identity.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { setClock } from "../factories/set-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const MINUTE_MS = 60_000;
const made = new Date("2027-03-01T12:00:00Z");
/** Every invitation is due for its reminder, at 12:01 in the coach's zone. */
const closing = new Date("2027-03-12T12:01:00Z");
const GATHERED = 16;

let relay: NotificationRelay;
let coach: BuiltCoach;
beforeEach(async () => {
  await setClock(ownerUrl, made);
  relay = await startNotificationRelay({ em });
  coach = await buildCoach(em);
  await em.fork().nativeUpdate(CoachProfile, { userId: coach.userId }, { timezone: "UTC" });
  await buildPhone(em, { userId: coach.userId, surface: "COACH_MOBILE" });
});
afterEach(() => relay.close());

test("a message that failed and was deferred again gathers nothing that came after the next", async () => {
  const [first, second, third] = [await invite(), await invite(), await invite()];
  await keepQuiet({ fromMinute: 12 * 60 + 45, untilMinute: 14 * 60 });
  await settleAt(0, first);
  relay.answerPush(() => ({ status: 429, headers: { "retry-after": "1800" } }));
  await drainAt(GATHERED);
  relay.answerPush(() => ({ status: 200 }));
  await settleAt(GATHERED + 1, second);
  await drainAt(2 * GATHERED + 1);
  expect(await decided()).toEqual(["SEND ALLOWED", "SEND ALLOWED"]);
  await drainAt(GATHERED + 31);
  expect(await decided()).toEqual(["DEFER QUIET_HOURS", "SEND ALLOWED"]);
  await settleAt(GATHERED + 32, third);
  await drainAt(120);
  expect(await decided()).toEqual(["SEND ALLOWED", "SEND ALLOWED", "SEND ALLOWED"]);
  // The first was refused once.
  expect(pushedOf(first, second, third)).toEqual([2, 1, 1]);
});

test("a message that is stuck gathers others for an hour after it was due, and then no more", async () => {
  const [stuck, inTime, late] = [await invite(), await invite(), await invite()];
  await settleAt(0, stuck);
  // Its event became a dead letter.
  await em.fork().nativeDelete(OutboxRow, { consumer: "notification-delivery" });
  await settleAt(15 + 59, inTime);
  expect(await decided()).toEqual(["DEFER SENT_TOGETHER", "SUPPRESS SENT_TOGETHER"]);
  await settleAt(15 + 61, late);
  await drainAt(15 + 61 + GATHERED);
  expect((await decided())[2]).toBe("SEND ALLOWED");
  expect(pushedOf(stuck, inTime, late)).toEqual([0, 0, 1]);
});

async function invite(): Promise<Invitation> {
  return (await buildInvitation(em, coach)).invitation;
}

async function keepQuiet(quietHours: typeof DEFAULT_PREFERENCES.quietHours) {
  const preferences = { ...DEFAULT_PREFERENCES, quietHours };
  await transact(em, (tx) => writePreference(tx, coach.userId, preferences));
}

/** Minutes after the reminders are due. */
async function drainAt(minutes: number) {
  await setClock(ownerUrl, new Date(closing.getTime() + minutes * MINUTE_MS));
  await relay.drain();
}

async function settleAt(minutes: number, { id: invitationId }: Invitation) {
  await drainAt(minutes);
  await settleInvitation({ em, invitationKey: INVITATION_KEY }, { invitationId });
  await relay.drain();
}

/** The decisions about the coach's messages, in their order. */
async function decided() {
  const where = { recipientUserId: coach.userId };
  const rows = await em.fork().find(Notification, where, { orderBy: { id: "asc" } });
  return rows.map(({ outcome, reason }) => `${outcome} ${reason}`);
}

/** How often a push about each invitation was tried. */
function pushedOf(...invitations: readonly Invitation[]) {
  const pushed = relay.messages().map(({ data }) => JSON.stringify(data));
  return invitations.map(({ id }) => pushed.filter((data) => data.includes(id)).length);
}
