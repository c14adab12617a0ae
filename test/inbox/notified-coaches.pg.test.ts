import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import { decideDigests } from "../../activities/inbox/upkeep/decide-digests.ts";
import { savePreferences } from "../../activities/notifications/save-preferences.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import {
  type BuiltRelationship,
  buildRelationship,
  setRelationshipStatus,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { setClock } from "../factories/set-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "told coaches" });
const em = () => database.em.fork();

let relay: NotificationRelay;
let pair: BuiltRelationship;
beforeEach(async () => {
  await clockAt(12);
  relay = await startNotificationRelay(database);
  pair = await buildRelationship(em(), { timezone: "UTC" });
  // Workspaces of earlier tests would have their digest too.
  const others = { id: { $ne: pair.workspaceId } };
  await em().nativeUpdate(CoachWorkspace, others, { status: "SUSPENDED" });
  await em().execute("update coach_profile set timezone = 'UTC'");
  const settings = { timezone: "UTC", digestHour: 7 };
  await em().nativeUpdate(CoachWorkspace, { id: pair.workspaceId }, { settings });
  await buildPhone(database.em, { userId: pair.coach.userId, surface: "COACH_MOBILE" });
  await em().execute("delete from outbox");
});
afterEach(() => relay.close());
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await database.close();
});

/** The next midnight in UTC; hours are counted from there. */
const midnight = new Date().setUTCHours(24, 0, 0, 0);

const instantAt = (hours: number) => new Date(midnight + hours * 3_600_000);

describe("An URGENT task", () => {
  test("is pushed at once, even at night and muted, without names, with the badge", async () => {
    await clockAt(26);
    const mutedCategories = ["COACH_TASK_URGENT"] as const;
    const preferences = { ...DEFAULT_PREFERENCES, mutedCategories };
    const { userId } = pair.coach;
    await transact(database.em, (tx) => savePreferences(tx, { userId, preferences }));
    await put();
    const task = await put({ severity: "URGENT", taskType: "PROGRESS_ALERT" });
    await happens(task);
    expect(await decided("COACH_TASK_URGENT")).toEqual(["SEND ALLOWED"]);
    const [message] = relay.messages();
    expect(JSON.stringify(message)).not.toMatch(/pain|ill|PROGRESS|skip/i);
    expect(message).toMatchObject({ android: { notification: { notification_count: 2 } } });
  });

  test("is notified once however often its event comes, and again for more after a touch", async () => {
    const task = await put({ severity: "URGENT" });
    await happens(task);
    await happens(task);
    await happens(task, "CoachTaskRefreshed", { fresh: 1 });
    expect(await decided("COACH_TASK_URGENT")).toHaveLength(1);
    await change(task, { touchedAt: instantAt(12) });
    await happens(task, "CoachTaskRefreshed", { fresh: 0 });
    expect(await decided("COACH_TASK_URGENT")).toHaveLength(1);
    await happens(task, "CoachTaskRefreshed", { fresh: 1 });
    expect(await decided("COACH_TASK_URGENT")).toHaveLength(2);
  });
});

describe("A HIGH task", () => {
  test("is notified once per client in half an hour", async () => {
    await happens(await put({ severity: "HIGH" }));
    await happens(await put({ severity: "HIGH" }));
    await clockAt(12.6);
    await happens(await put({ severity: "HIGH" }));
    expect(await decided("COACH_TASK_HIGH")).toEqual([
      "SEND ALLOWED",
      "SUPPRESS TOLD_OF_CLIENT",
      "SEND ALLOWED",
    ]);
  });

  test("is notified once for eight at the same time", async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, () => put({ severity: "HIGH" })));
    await emitEvents(
      database,
      tasks.map(({ id: subjectId }) => anEvent("CoachTaskCreated", { subjectId })),
    );
    await Promise.all([relay.pass(), relay.pass(), relay.pass()]);
    await relay.drain();
    const outcomes = await decided("COACH_TASK_HIGH");
    expect(outcomes.filter((one) => one.startsWith("SEND"))).toHaveLength(1);
    expect(outcomes).toHaveLength(8);
  });

  test("waits at night and is part of the morning's digest instead", async () => {
    await clockAt(26);
    await happens(await put({ severity: "HIGH" }));
    await happens(await put({ severity: "HIGH" }));
    expect(await decided("COACH_TASK_HIGH")).toEqual([
      "DEFER QUIET_HOURS",
      "SUPPRESS TOLD_OF_CLIENT",
    ]);
    await clockAt(31.1);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual(["SEND ALLOWED"]);
    await clockAt(32.1);
    await relay.drain();
    expect(await decided("COACH_TASK_HIGH")).toContain("SUPPRESS IN_DIGEST");
    expect(relay.messages()).toMatchObject([
      { notification: { body: "Tasks waiting for you: 2" } },
    ]);
  });

  test("of missed check-ins is not notified while something urgent of the client is open", async () => {
    await put({ severity: "URGENT", taskType: "PROGRESS_ALERT" });
    await happens(await put({ severity: "HIGH", taskType: "MISSED_CHECK_IN" }));
    expect(await decided("COACH_TASK_HIGH")).toEqual(["SUPPRESS URGENT_STANDS"]);
  });

  test("that was handled earlier, or is of a paused client, is not notified", async () => {
    await clockAt(26);
    const task = await put({ severity: "HIGH" });
    await happens(task);
    const closed = { status: "RESOLVED", resolutionType: "NOT_RELEVANT" } as const;
    await change(task, { ...closed, closedAt: instantAt(27) });
    await clockAt(32.1);
    await relay.drain();
    expect(await decided("COACH_TASK_HIGH")).toEqual(["SUPPRESS NOTHING_LEFT"]);
    await setRelationshipStatus(em(), pair.relationshipId, "PAUSED");
    const late = await put({ severity: "URGENT", lateToldAt: instantAt(32) });
    await happens(late, "CoachTaskDue");
    expect(await decided("COACH_TASK_LATE")).toEqual(["SUPPRESS RELATIONSHIP_INACTIVE"]);
    expect(relay.messages()).toEqual([]);
  });
});

describe("Missed check-ins of ten silent clients that pass their due instant", () => {
  test.each([
    ["at night", 24, 32.1],
    ["by day", 36, 36.1],
  ])("%s are sent once, in one message to their coach", async (_, due, sent) => {
    const dueAt = instantAt(due);
    const others = await Promise.all(Array.from({ length: 9 }, () => buildRelationship(em())));
    const clients = [pair, ...others].map(({ relationshipId, client }) => ({
      relationshipId,
      clientUserId: client.userId,
    }));
    const $in = others.map(({ relationshipId }) => relationshipId);
    const { workspaceId, coach } = pair;
    const ofCoach = { workspaceId, coachUserId: coach.userId };
    await em().nativeUpdate(Relationship, { id: { $in } }, ofCoach);
    const silent = { severity: "HIGH", taskType: "MISSED_CHECK_IN", dueAt, goalAt: dueAt } as const;
    const tasks = await Promise.all(
      clients.map((client) => putCoachTask(em(), { ...ofCoach, ...client }, silent)),
    );
    await em().execute("delete from outbox");
    await clockAt(due);
    const settle = () =>
      Promise.all(tasks.map(({ id: taskId }) => settleInboxTask(database.em, { taskId })));
    await settle();
    await settle();
    const drain = () => Promise.all([relay.drain(), relay.drain(), relay.drain()]);
    await drain();
    await clockAt(sent);
    await drain();
    const late = await em().find(Notification, { category: "COACH_TASK_LATE" });
    const own = late.filter(({ subjectId }) => tasks.some(({ id }) => id === subjectId));
    expect(own.map(({ reason }) => reason).toSorted()).toEqual([
      "ALLOWED",
      ...Array.from({ length: 9 }, () => "SENT_TOGETHER"),
    ]);
    expect(relay.messages()).toHaveLength(1);
  });
});

describe("The digest", () => {
  test("is sent once a local day at its hour, by push and mail, with one-click unsubscription", async () => {
    await put();
    await put({ status: "SNOOZED", snoozedUntil: instantAt(100) });
    await clockAt(30.9);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual([]);
    await clockAt(31);
    await Promise.all([digest(), digest(), digest()]);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual(["SEND ALLOWED"]);
    expect(relay.messages()).toMatchObject([
      { notification: { body: "Tasks waiting for you: 1" } },
    ]);
    expect(relay.letters).toMatchObject([
      { text: expect.stringContaining("Tasks waiting for you: 1") },
    ]);
    expect(relay.letters[0]?.unsubscribeUrl).toContain("category=INBOX_DIGEST");
    await clockAt(55.1);
    await digest();
    expect(await decided("INBOX_DIGEST")).toHaveLength(2);
  });

  test("is not sent if nothing waits, if it is four hours late, or in a suspended workspace", async () => {
    await clockAt(31);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual([]);
    await put();
    await clockAt(31 + 24 + 4.1);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual(["SUPPRESS WINDOW_MISSED"]);
    await em().nativeUpdate(CoachWorkspace, { id: pair.workspaceId }, { status: "SUSPENDED" });
    await clockAt(31 + 48);
    await digest();
    expect(await decided("INBOX_DIGEST")).toHaveLength(1);
  });

  test("whose hour the clocks skip at the end of the day is sent at that end, and the next one at its hour", async () => {
    await put();
    const settings = { timezone: "America/Nuuk", digestHour: 23 };
    await em().nativeUpdate(CoachWorkspace, { id: pair.workspaceId }, { settings });
    await em().execute("update coach_profile set timezone = 'America/Nuuk'");
    const dates = async () => {
      await digest();
      const sent = { category: "INBOX_DIGEST", recipientUserId: pair.coach.userId } as const;
      const rows = await em().find(Notification, sent, { orderBy: { decidedAt: "asc" } });
      return rows.map(({ localDate, outcome }) => `${String(localDate)} ${outcome}`);
    };
    await setClock(ownerUrl, "2027-03-28T00:58:00Z");
    expect(await dates()).toEqual([]);
    await setClock(ownerUrl, "2027-03-28T01:00:00Z");
    expect(await dates()).toEqual(["2027-03-27 SEND"]);
    await setClock(ownerUrl, "2027-03-28T23:58:00Z");
    expect(await dates()).toEqual(["2027-03-27 SEND"]);
    await setClock(ownerUrl, "2027-03-29T00:00:00Z");
    expect(await dates()).toEqual(["2027-03-27 SEND", "2027-03-28 SEND"]);
    expect(relay.letters).toHaveLength(2);
  });

  test("of two local days of a workspace is sent twice on one day of a coach in another zone", async () => {
    await put();
    const settings = { timezone: "UTC", digestHour: 22 };
    await em().nativeUpdate(CoachWorkspace, { id: pair.workspaceId }, { settings });
    // Their 31 October has 25 hours: 22:00 in UTC is its first hour and its last.
    await em().execute("update coach_profile set timezone = 'Europe/Berlin'");
    for (const at of ["2027-10-30T22:00:00Z", "2027-10-31T22:00:00Z"]) {
      await setClock(ownerUrl, at);
      await digest();
    }
    expect(await decided("INBOX_DIGEST")).toEqual(["SEND ALLOWED", "SEND ALLOWED"]);
  });

  test("omits tasks of a paused client, and missed check-ins of a client with something urgent", async () => {
    await put({ severity: "URGENT", taskType: "PROGRESS_ALERT" });
    await put();
    await clockAt(31);
    await digest();
    expect(relay.messages()).toMatchObject([
      { notification: { body: "Tasks waiting for you: 1" } },
    ]);
    await setRelationshipStatus(em(), pair.relationshipId, "PAUSED");
    await clockAt(31 + 24);
    await digest();
    expect(relay.messages()).toHaveLength(1);
  });

  test("of one workspace that fails does not block the others", async () => {
    await put();
    const other = await buildRelationship(em(), { timezone: "UTC" });
    const settings = { timezone: "Nowhere/Land" };
    await em().nativeUpdate(CoachWorkspace, { id: other.workspaceId }, { settings });
    await clockAt(31);
    await digest();
    expect(await decided("INBOX_DIGEST")).toEqual(["SEND ALLOWED"]);
  });
});

function clockAt(hours: number) {
  return moveClock(ownerUrl, (midnight + hours * 3_600_000 - Date.now()) / 1_000);
}

function put(changes: Partial<CoachTask> = {}) {
  const { workspaceId, relationshipId, client, coach } = pair;
  const owner = { workspaceId, relationshipId };
  const people = { clientUserId: client.userId, coachUserId: coach.userId };
  return putCoachTask(em(), { ...owner, ...people }, changes);
}

async function happens(
  { id: subjectId }: CoachTask,
  type: EventType = "CoachTaskCreated",
  refs: Readonly<Record<string, number>> = {},
) {
  await emitEvents(database, [anEvent(type, { subjectId, refs })]);
  await relay.drain();
}

async function decided(category: NotificationCategory) {
  const rows = await em().find(Notification, { category }, { orderBy: { decidedAt: "asc" } });
  const own = rows.filter(({ recipientUserId }) => recipientUserId === pair.coach.userId);
  return own.map(({ outcome, reason }) => `${outcome} ${reason}`);
}

function change(task: CoachTask, changes: Partial<CoachTask>) {
  return em().nativeUpdate(CoachTask, { id: task.id }, changes);
}

async function digest() {
  let after: string | null = null;
  do ({ after } = await decideDigests(database.em, { after }));
  while (after !== null);
  await relay.drain();
}
