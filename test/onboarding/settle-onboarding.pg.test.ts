import { beforeEach, describe, expect, test } from "@jest/globals";
import { openTask } from "../../activities/onboarding/open-task.ts";
import { nudgeTask } from "../../activities/onboarding/nudge-task.ts";
import { settleOnboarding } from "../../activities/onboarding/settle-onboarding.ts";
import { newId } from "../../db/platform/new-id.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { suspendUser } from "../factories/accounts/identity.ts";
import {
  buildOnboarded,
  listReminders,
  move,
  skip,
  submit,
  traces,
  type Onboarded,
} from "../factories/onboarding/onboarding-life.ts";
import { setClock } from "../factories/set-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { chooseZoneAt } from "../factories/relationships/choose-zone-at.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });

/** 14:00 in Berlin, where the clients of these tests live. */
const AFTERNOON = "2027-05-05T12:00:00Z";
beforeEach(() => setClock(ownerUrl, AFTERNOON));

const settle = ({ instanceId }: Onboarded) => settleOnboarding(em, { instanceId });

describe("an onboarding that waits for its client", () => {
  test("has a reminder on the next day, and no other change before", async () => {
    const onboarded = await buildOnboarded(em);
    const before = await traces(em, onboarded);
    const { instanceId } = onboarded;
    const created = await em.fork().findOneOrFail(OnboardingTaskEvent, { instanceId });
    const agenda = await settle(onboarded);
    expect(agenda).toMatchObject({
      open: true,
      dueReason: "REMINDER",
      dueAt: "2027-05-06T08:00:00.000Z",
      waiting: { REMINDER: 1 },
      onboarding: {
        workspaceId: onboarded.workspaceId,
        relationshipId: onboarded.relationshipId,
        status: "IN_PROGRESS",
        currentStep: { taskKey: "COACH_QUESTIONNAIRE", status: "READY" },
        nextReminderAt: "2027-05-06T08:00:00.000Z",
        retentionExpiresAt: null,
        lastEvent: { type: "created", at: created.occurredAt.toISOString() },
      },
    });
    const { dueAt, dueReason } = agenda;
    expect(await traces(em, onboarded)).toEqual({ ...before, dueAt, dueReason });
  });

  test("has reminders on the few days alone while it is unopened, and none once it was opened", async () => {
    const onboarded = await buildOnboarded(em);
    await settleAt(onboarded, "2027-05-06T08:00:01Z");
    expect(await settleAt(onboarded, "2027-05-07T12:00:00Z")).toMatchObject({
      dueAt: "2027-05-08T08:00:00.000Z",
    });
    expect(await settleAt(onboarded, "2027-05-08T08:00:01Z")).toMatchObject({
      dueAt: "2027-05-12T08:00:00.000Z",
    });
    expect(await decided(onboarded)).toEqual([
      "2027-05-06 SEND ALLOWED",
      "2027-05-08 SEND ALLOWED",
    ]);
    const { taskId, client } = onboarded;
    const opening = { taskId, clientUserId: client.userId, requestId: null };
    await transact(em, (tx) =>
      openTask(tx, { ...opening, clientTimestamp: "2027-05-08T09:00:00.000Z" }),
    );
    expect(await settle(onboarded)).toMatchObject({ dueReason: "LOOK" });
  });

  test("that does not exist has no deadline", async () => {
    const none = await settleOnboarding(em, { instanceId: newId() });
    expect(none).toMatchObject({ open: false, dueAt: null, onboarding: null });
  });
});

describe("a skipped questionnaire", () => {
  test("has a reminder at 10:00 of the next local day; early and repeated settlements change nothing", async () => {
    const onboarded = await skipped();
    const next = { dueReason: "REMINDER", dueAt: "2027-05-06T08:00:00.000Z" };
    expect(await traces(em, onboarded)).toMatchObject(next);
    expect(await settleAt(onboarded, "2027-05-06T07:59:50Z")).toMatchObject(next);
    expect(await decided(onboarded)).toEqual([]);
    const after = { dueReason: "REMINDER", dueAt: "2027-05-07T08:00:00.000Z" };
    expect(await settleAt(onboarded, "2027-05-06T08:00:01Z")).toMatchObject(after);
    expect(await settle(onboarded)).toMatchObject(after);
    expect(await decided(onboarded)).toEqual(["2027-05-06 SEND ALLOWED"]);
    expect(await traces(em, onboarded)).toMatchObject({ remindersFrom: "2027-05-07" });
  });

  test.each([
    ["20:59 is sent", "2027-05-06T18:59:50Z", ["2027-05-06 SEND ALLOWED"]],
    ["21:00 is not sent", "2027-05-06T19:00:01Z", ["2027-05-06 SUPPRESS WINDOW_MISSED"]],
    [
      "noon two days later is sent for that day, and the others were missed",
      "2027-05-08T10:00:00Z",
      [
        "2027-05-06 SUPPRESS WINDOW_MISSED",
        "2027-05-07 SUPPRESS WINDOW_MISSED",
        "2027-05-08 SEND ALLOWED",
      ],
    ],
  ])("woken late, at %s", async (_, at, expected) => {
    const onboarded = await skipped();
    await settleAt(onboarded, at);
    expect(await decided(onboarded)).toEqual(expected);
  });

  test("forgotten for a hundred days is processed slice by slice, each day once", async () => {
    const onboarded = await skipped();
    const first = await settleAt(onboarded, "2027-08-14T10:00:00Z");
    expect(first).toMatchObject({ dueInMs: 0 });
    expect(await decided(onboarded)).toHaveLength(31);
    await settle(onboarded);
    await settle(onboarded);
    expect(await settle(onboarded)).toMatchObject({ dueAt: "2027-08-15T08:00:00.000Z" });
    expect(await decided(onboarded)).toHaveLength(101);
  });

  test("has no reminder on a day on which the coach nudged", async () => {
    const onboarded = await skipped();
    await setClock(ownerUrl, "2027-05-06T07:00:00Z");
    const { taskId, workspaceId, client, coach } = onboarded;
    const place = { taskId, workspaceId, clientUserId: client.userId };
    const nudge = { place, byUserId: coach.userId, requestId: "test" };
    await transact(em, (tx) => nudgeTask(tx, nudge));
    expect(await traces(em, onboarded)).toMatchObject({
      remindersFrom: "2027-05-07",
      nextReminderAt: "2027-05-07T08:00:00.000Z",
    });
    const agenda = await settleAt(onboarded, "2027-05-06T08:00:01Z");
    expect(agenda).toMatchObject({ dueAt: "2027-05-07T08:00:00.000Z" });
    expect(await decided(onboarded)).toHaveLength(1);
  });

  test("of a person who may not sign in is still decided, and not sent", async () => {
    const onboarded = await skipped();
    await suspendUser(em, onboarded.client.userId);
    await settleAt(onboarded, "2027-05-06T08:00:01Z");
    expect(await decided(onboarded)).toEqual(["2027-05-06 SUPPRESS RECIPIENT_INACTIVE"]);
  });

  test("has its reminder at 10:00 of another zone from the local day after the move", async () => {
    const onboarded = await skipped();
    const { relationshipId } = onboarded;
    const relationship = await em.fork().findOneOrFail(Relationship, relationshipId);
    const zone = chooseZoneAt(relationship, "Asia/Tokyo", new Date(AFTERNOON));
    await em.fork().nativeUpdate(Relationship, { id: relationshipId }, zone);
    expect(await settle(onboarded)).toMatchObject({ dueAt: "2027-05-06T01:00:00.000Z" });
    await settleAt(onboarded, "2027-05-06T01:00:01Z");
    expect(await decided(onboarded)).toEqual(["2027-05-06 SEND ALLOWED"]);
  });
});

describe("after the first week", () => {
  test("the days of a skipped questionnaire are recorded as TAPERED except for one a week", async () => {
    const onboarded = await skipped();
    for (let day = 6; day <= 20; day += 1)
      await settleAt(onboarded, `2027-05-${String(day).padStart(2, "0")}T08:00:01Z`);
    const left = (await decided(onboarded)).slice(6);
    expect(left).toEqual([
      "2027-05-12 SEND ALLOWED",
      ...[13, 14, 15, 16, 17, 18].map((day) => `2027-05-${day} SUPPRESS TAPERED`),
      "2027-05-19 SEND ALLOWED",
      "2027-05-20 SUPPRESS TAPERED",
    ]);
  });
});

describe("a relationship that is paused", () => {
  test("stops the reminders, which continue with the next 10:00 after it", async () => {
    const onboarded = await skipped();
    await move(em, onboarded, "PAUSE");
    const week = { dueReason: "LOOK", onboarding: { status: "PAUSED", nextReminderAt: null } };
    expect(await settleAt(onboarded, "2027-05-09T08:00:01Z")).toMatchObject(week);
    await move(em, onboarded, "RESUME");
    expect(await settle(onboarded)).toMatchObject({ dueAt: "2027-05-10T08:00:00.000Z" });
    expect(await decided(onboarded)).toEqual([]);
  });

  test("leaves an earlier submission until the pause is over", async () => {
    const onboarded = await buildOnboarded(em);
    await submit(em, onboarded);
    await move(em, onboarded, "PAUSE");
    expect(await settle(onboarded)).toMatchObject({ open: true, dueReason: "LOOK" });
    await move(em, onboarded, "RESUME");
    expect(await settle(onboarded)).toMatchObject({ onboarding: { status: "COMPLETED" } });
  });
});

describe("a submitted form", () => {
  test("completes its task, opened or not, and leaves the actor nothing to do", async () => {
    const onboarded = await buildOnboarded(em);
    await submit(em, onboarded);
    const agenda = await settle(onboarded);
    expect(agenda).toMatchObject({ open: false, dueAt: null, onboarding: { status: "COMPLETED" } });
    const after = await traces(em, onboarded);
    expect(after).toMatchObject({ taskStatus: "COMPLETED", dueReason: null });
    expect(after.taskEvents).toEqual(["created", "opened", "completed"]);
    expect(agenda.did).toEqual(["TASK_COMPLETED"]);
    expect(await settle(onboarded)).toEqual({ ...agenda, did: [] });
    expect(await traces(em, onboarded)).toEqual(after);
  });

  test("ends the reminders of a skipped one and clears its blocks", async () => {
    const onboarded = await skipped();
    expect(await traces(em, onboarded)).toMatchObject({ blocked: true });
    await submit(em, onboarded);
    await settleAt(onboarded, "2027-05-06T08:00:01Z");
    expect(await traces(em, onboarded)).toMatchObject({
      status: "COMPLETED",
      blocked: false,
      remindersFrom: null,
      nextReminderAt: null,
      dueReason: null,
    });
    expect(await decided(onboarded)).toEqual([]);
  });
});

describe("an ended relationship", () => {
  test("leaves its onboarding readable for 30 days, then it is purged, once", async () => {
    const onboarded = await skipped();
    await move(em, onboarded, "END");
    const kept = { open: true, dueReason: "RETENTION", onboarding: { status: "CANCELLED" } };
    const agenda = await settle(onboarded);
    expect(agenda).toMatchObject(kept);
    expect(agenda.onboarding?.retentionExpiresAt).toMatch(/^2027-06-04T12:00/);
    expect(await settleAt(onboarded, "2027-06-04T11:59:00Z")).toMatchObject(kept);
    expect((await traces(em, onboarded)).taskEvents).toHaveLength(2);
    const purged = await settleAt(onboarded, "2027-06-04T12:01:00Z");
    expect(purged).toMatchObject({ open: false, dueAt: null, onboarding: { lastEvent: null } });
    const after = await traces(em, onboarded);
    expect(after).toMatchObject({ taskStatus: "EXPIRED", taskEvents: [], dueReason: null });
    expect(purged.did).toEqual(["PURGED"]);
    expect(await settle(onboarded)).toEqual({ ...purged, did: [] });
    expect(await traces(em, onboarded)).toEqual(after);
    expect(after.eventTypes.filter((type) => type === "OnboardingRetentionPurged")).toHaveLength(1);
    expect(await decided(onboarded)).toEqual([]);
  });

  test("leaves a completed onboarding for 30 days too", async () => {
    const onboarded = await buildOnboarded(em);
    await submit(em, onboarded);
    await settle(onboarded);
    await move(em, onboarded, "END");
    expect(await settle(onboarded)).toMatchObject({ open: true, dueReason: "RETENTION" });
    await settleAt(onboarded, "2027-06-04T12:01:00Z");
    expect(await traces(em, onboarded)).toMatchObject({
      status: "COMPLETED",
      taskStatus: "COMPLETED",
      dueReason: null,
    });
  });
});

describe("eight wake-ups at once", () => {
  const allAtOnce = (onboarded: Onboarded) =>
    Promise.all(Array.from({ length: 8 }, () => settle(onboarded)));

  test("decide one reminder", async () => {
    const onboarded = await skipped();
    await setClock(ownerUrl, "2027-05-06T08:00:01Z");
    const agendas = await allAtOnce(onboarded);
    expect(new Set(agendas.map(({ dueAt }) => dueAt))).toEqual(
      new Set(["2027-05-07T08:00:00.000Z"]),
    );
    expect(await decided(onboarded)).toEqual(["2027-05-06 SEND ALLOWED"]);
  });

  test("complete once", async () => {
    const onboarded = await skipped();
    await submit(em, onboarded);
    await allAtOnce(onboarded);
    const { taskEvents, eventTypes } = await traces(em, onboarded);
    expect(taskEvents).toEqual(["created", "skipped", "completed"]);
    expect(eventTypes.filter((type) => type === "OnboardingTaskCompleted")).toHaveLength(1);
    expect(eventTypes.filter((type) => type === "ClientOnboardingFinished")).toHaveLength(1);
  });

  test("purge once", async () => {
    const onboarded = await skipped();
    await move(em, onboarded, "END");
    await setClock(ownerUrl, "2027-06-04T12:01:00Z");
    await allAtOnce(onboarded);
    const { eventTypes } = await traces(em, onboarded);
    expect(eventTypes.filter((type) => type === "OnboardingRetentionPurged")).toHaveLength(1);
    expect(eventTypes.filter((type) => type === "OnboardingTaskExpired")).toHaveLength(1);
  });
});

async function settleAt(onboarded: Onboarded, at: string) {
  await setClock(ownerUrl, at);
  return await settle(onboarded);
}

/** A questionnaire skipped in the afternoon of 5 May. */
async function skipped() {
  const onboarded = await buildOnboarded(em);
  await skip(em, onboarded);
  await settle(onboarded);
  return onboarded;
}

async function decided(onboarded: Onboarded) {
  return (await listReminders(em, onboarded)).map((r) => `${r.localDate} ${r.outcome} ${r.reason}`);
}
