import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import {
  decideNotification,
  type NotificationRequest,
} from "../../activities/notifications/decide-notification.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { User } from "../../db/accounts/user.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { NotificationPreference } from "../../db/notifications/notification-preference.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltRelationship,
  buildRelationship,
  setRelationshipStatus,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "decide-test" });
afterAll(() => database.close());
const em = () => database.em.fork();

const NOON = new Date("2026-05-04T12:00:00Z");
const NIGHT = new Date("2026-05-04T23:00:00Z");

const pair = await buildRelationship(em(), { timezone: "UTC" });

describe("a notification decision", () => {
  test("is stored with its reason, and reported to the event feed in the same transaction", async () => {
    const notificationRequest = request({ localDate: "2026-05-04" });
    const decided = await transact(database.em, (tx) =>
      decideNotification(tx, notificationRequest),
    );
    const expected = { outcome: "SEND", reason: "ALLOWED" };
    expect(decided).toMatchObject({ ...expected, isNew: true });
    const row = await em().findOneOrFail(Notification, decided.notificationId);
    const { verdict: _verdict, now, requestId: _requestId, ...occasion } = notificationRequest;
    expect(row).toMatchObject({ ...occasion, ...expected, channels: ["MAIL"], timezone: "UTC" });
    expect([row.decidedAt, row.deliverAfter]).toEqual([now, null]);
    const rows = await em().find(OutboxRow, { subjectId: row.id, consumer: "event-feed" });
    expect(rows).toMatchObject([{ type: "NotificationDecided", version: 1, requestId: "test" }]);
    expect(rows[0]?.refs).toEqual({
      ...expected,
      category: "FORM_ASSIGNED",
      recipientUserId: pair.client.userId,
      relationshipId: pair.relationshipId,
    });
  });

  test("is rolled back with the act that caused it", async () => {
    const notificationRequest = request();
    const failing = transact(database.em, async (tx) => {
      await decideNotification(tx, notificationRequest);
      throw new Error("the act fails");
    });
    await expect(failing).rejects.toThrow("the act fails");
    expect(await em().count(Notification, { dedupeKey: notificationRequest.dedupeKey })).toBe(0);
  });

  test("is final: the same event later returns the first decision", async () => {
    const dedupeKey = `test:${randomUUID()}`;
    const first = await decide({ dedupeKey });
    const again = await decide({ dedupeKey, category: "ONBOARDING_NUDGE", now: NIGHT });
    expect(again).toEqual({ ...first, isNew: false });
  });

  test("is made and reported once when eight connections decide at once", async () => {
    const notificationRequest = request();
    const decided = await Promise.all(
      Array.from({ length: 8 }, () =>
        transact(database.em, (tx) => decideNotification(tx, notificationRequest)),
      ),
    );
    expect(decided.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(decided.map(({ notificationId }) => notificationId)).size).toBe(1);
    const subjectId = decided[0]?.notificationId ?? "";
    expect(await em().count(OutboxRow, { subjectId, consumer: "event-feed" })).toBe(1);
  });

  test("made in quiet hours waits for their end in the client's zone", async () => {
    const built = await buildRelationship(em(), { timezone: "Asia/Kathmandu" });
    const { relationshipId, client } = built;
    const now = new Date("2026-05-04T17:00:00Z");
    const decided = await decide({ relationshipId, recipientUserId: client.userId, now });
    expect(decided).toMatchObject({ outcome: "DEFER", reason: "QUIET_HOURS" });
    const row = await em().findOneOrFail(Notification, decided.notificationId);
    expect(row).toMatchObject({ timezone: "Asia/Kathmandu", channels: ["MAIL"] });
    expect(row.deliverAfter).toEqual(new Date("2026-05-05T02:15:00Z"));
    const [event] = await em().find(OutboxRow, { subjectId: row.id });
    expect(event?.availableAt).toEqual(row.deliverAfter);
  });
});

describe("no notification is sent, and the reason is stored", () => {
  const suppressed = (reason: string) => ({ outcome: "SUPPRESS", reason });

  test("when the relationship is paused or has ended", async () => {
    for (const status of ["PAUSED", "ENDED"] as const) {
      const decided = await decideAfter(({ relationshipId }) =>
        setRelationshipStatus(em(), relationshipId, status),
      );
      expect(decided).toMatchObject(suppressed("RELATIONSHIP_INACTIVE"));
    }
  });

  test("while the workspace is suspended, to its client or to its coach", async () => {
    const built = await buildRelationship(em(), { timezone: "UTC" });
    const { relationshipId, client, coach, workspaceId } = built;
    await em().nativeUpdate(CoachWorkspace, { id: workspaceId }, { status: "SUSPENDED" });
    const reminder = { category: "ONBOARDING_REMINDER", localDate: "2026-05-04" } as const;
    const started = { category: "CLIENT_STARTED_ONBOARDING" } as const;
    for (const candidate of [
      { ...reminder, relationshipId, recipientUserId: client.userId },
      { ...started, relationshipId, recipientUserId: coach.userId },
    ]) {
      expect(await decide(candidate)).toMatchObject(suppressed("RELATIONSHIP_INACTIVE"));
    }
  });

  test("when the account is suspended, or does not belong to the relationship", async () => {
    const gone = await decideAfter(({ client }) => suspendUser(em(), client.userId));
    expect(gone).toMatchObject(suppressed("RECIPIENT_INACTIVE"));
    const foreign = await decide({ recipientUserId: pair.coach.userId });
    expect(foreign).toMatchObject(suppressed("RECIPIENT_INACTIVE"));
  });

  test("to a coach who left the workspace", async () => {
    const { coach, relationshipId } = await buildRelationship(em());
    const coaching = {
      category: "CLIENT_STARTED_ONBOARDING",
      recipientUserId: coach.userId,
      relationshipId,
    } as const;
    expect(await decide(coaching)).toMatchObject({ outcome: "SEND" });
    await em().nativeUpdate(WorkspaceMembership, { userId: coach.userId }, { status: "ENDED" });
    expect(await decide(coaching)).toMatchObject(suppressed("RECIPIENT_INACTIVE"));
  });

  test("when no channel reaches the client", async () => {
    const decided = await decideAfter(({ client }) =>
      em().nativeUpdate(User, client.userId, { primaryEmail: null, primaryPhone: "+390123456789" }),
    );
    expect(decided).toMatchObject(suppressed("NO_CHANNEL"));
  });

  test("when the client muted the category", async () => {
    const decided = await decideAfter(({ client }) =>
      em().insert(NotificationPreference, {
        userId: client.userId,
        mutedCategories: ["FORM_ASSIGNED"],
        pushEnabled: true,
        mailEnabled: true,
        quietFromMinute: null,
        quietUntilMinute: null,
        updatedAt: NOON,
      }),
    );
    expect(decided).toMatchObject(suppressed("MUTED"));
  });

  test("when its hours have passed", async () => {
    const missed = { verdict: "WINDOW_MISSED", localDate: "2026-05-04" } as const;
    expect(await decide({ ...missed, category: "ONBOARDING_REMINDER" })).toMatchObject(
      suppressed("WINDOW_MISSED"),
    );
  });

  test("for a reminder, when a nudge of the night before is due on the same day", async () => {
    const subjectId = randomUUID();
    const nudge = { category: "ONBOARDING_NUDGE", localDate: "2026-05-04" } as const;
    expect(await decide({ ...nudge, subjectId, now: NIGHT })).toMatchObject({ outcome: "DEFER" });
    const now = new Date("2026-05-05T10:00:00Z");
    const reminder = { category: "ONBOARDING_REMINDER", localDate: "2026-05-05", now } as const;
    expect(await decide({ ...reminder, subjectId })).toMatchObject(suppressed("ALREADY_TOLD"));
    expect(await decide(reminder)).toMatchObject({ outcome: "SEND" });
  });

  test.each([
    ["that the database does not know", "US/Pacific-New", "2026-05-04T16:00:00Z", "2026-05-04"],
    ["a day ahead", "Pacific/Kiritimati", "2026-05-04T23:00:00Z", "2026-05-05"],
    ["a day behind", "Pacific/Pago_Pago", "2026-05-05T00:00:00Z", "2026-05-04"],
  ])(
    "for a second notification of a kind on the client's day, in a zone %s",
    async (_, timezone, at, localDate) => {
      const { relationshipId, client } = await buildRelationship(em(), { timezone });
      const notificationRequest = {
        relationshipId,
        recipientUserId: client.userId,
        subjectId: randomUUID(),
      };
      const now = new Date(at);
      const first = await decide({
        ...notificationRequest,
        category: "ONBOARDING_NUDGE",
        localDate,
        now,
      });
      expect(first).toMatchObject({ outcome: "SEND" });
      const reminder = {
        ...notificationRequest,
        category: "ONBOARDING_REMINDER",
        localDate,
        now,
      } as const;
      expect(await decide(reminder)).toMatchObject(suppressed("ALREADY_TOLD"));
    },
  );

  test("for a nudge or a request, when a nudge of the night before is due on the same day", async () => {
    const subjectId = randomUUID();
    const nudge = { category: "ONBOARDING_NUDGE", subjectId } as const;
    const late = await decide({ ...nudge, localDate: "2026-05-04", now: NIGHT });
    expect(late).toMatchObject({ outcome: "DEFER" });
    const next = { subjectId, localDate: "2026-05-05" };
    for (const now of [new Date("2026-05-05T06:00:00Z"), new Date("2026-05-05T09:00:00Z")]) {
      for (const category of ["ONBOARDING_NUDGE", "COMPLETION_REQUEST"] as const) {
        const again = await decide({ ...next, category, now });
        expect(again).toMatchObject(suppressed("ALREADY_TOLD"));
      }
    }
    const dayAfter = { ...nudge, localDate: "2026-05-06", now: new Date("2026-05-06T09:00:00Z") };
    expect(await decide(dayAfter)).toMatchObject({ outcome: "SEND" });
  });
});

function request(changes: Partial<NotificationRequest> = {}): NotificationRequest {
  return {
    category: "FORM_ASSIGNED",
    recipientUserId: pair.client.userId,
    subjectId: randomUUID(),
    relationshipId: pair.relationshipId,
    dedupeKey: `test:${randomUUID()}`,
    localDate: null,
    verdict: "ASK",
    now: NOON,
    requestId: "test",
    ...changes,
  };
}

function decide(changes: Partial<NotificationRequest> = {}) {
  return transact(database.em, (tx) => decideNotification(tx, request(changes)));
}

/** The decision on an event for a client of its own, after `happened` changed the relationship. */
async function decideAfter(happened: (built: BuiltRelationship) => Promise<unknown>) {
  const built = await buildRelationship(em(), { timezone: "UTC" });
  await happened(built);
  const { relationshipId, client } = built;
  return decide({ relationshipId, recipientUserId: client.userId });
}
