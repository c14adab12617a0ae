import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { openTask } from "../../activities/onboarding/open-task.ts";
import { settleOnboarding } from "../../activities/onboarding/settle-onboarding.ts";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildCoach, relationshipByActs } from "../factories/accounts/identity.ts";
import { findInconsistencies } from "../factories/onboarding/onboarding-consistency.ts";
import {
  buildOnboarded,
  listReminders,
  move,
  type Onboarded,
  withOnboarding,
} from "../factories/onboarding/onboarding-life.ts";
import { bringTo, override } from "../factories/onboarding/onboarding-states.ts";
import { setClock } from "../factories/set-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

/** 14:00 in Berlin, where the clients of these tests live. */
beforeEach(() => setClock(ownerUrl, "2027-05-05T12:00:00Z"));
afterEach(async () => expect(await findInconsistencies(em.fork())).toEqual([]));

const BASELINE = { birthDate: "1990-02-03", heightCm: 172, goal: "Run ten kilometres" };
const build = () => buildOnboarded(em, { status: "ONBOARDING" });
const settle = ({ instanceId }: Onboarded) => settleOnboarding(em, { instanceId });

describe("the baseline", () => {
  test("is a separate task, which starts after the questionnaire's", async () => {
    const onboarded = await build();
    const before = await baselineOf(onboarded);
    expect(before).toMatchObject({
      taskKey: "BASELINE_PROFILE",
      status: "READY",
      sortOrder: 2,
      dueAt: null,
      nextReminderAt: null,
    });
    await setClock(ownerUrl, "2027-05-20T12:00:00Z");
    await bringTo(em, onboarded, "COMPLETED");
    const begun = await baselineOf(onboarded);
    expect(begun.dueAt?.toISOString().slice(0, 16)).toBe("2027-05-27T12:00");
    expect(begun).toMatchObject({
      status: "READY",
      reminderCadence: "UNOPENED",
      remindersFrom: "2027-05-21",
      nextReminderAt: new Date("2027-05-21T08:00:00Z"),
    });
    const agenda = await settle(onboarded);
    expect(agenda).toMatchObject({
      dueReason: "REMINDER",
      dueAt: "2027-05-21T08:00:00.000Z",
      onboarding: {
        status: "COMPLETED",
        currentStep: { taskKey: "BASELINE_PROFILE", status: "READY" },
      },
    });
  });

  test("has reminders on the few days of an unopened questionnaire, opened or not, until it is filled in", async () => {
    const onboarded = await build();
    await bringTo(em, onboarded, "COMPLETED");
    await settleAt(onboarded, "2027-05-06T08:00:01Z");
    const { id: taskId } = await baselineOf(onboarded);
    const opening = { taskId, clientUserId: onboarded.client.userId, requestId: null };
    const clientTimestamp = "2027-05-06T09:00:00.000Z";
    await transact(em, (tx) => openTask(tx, { ...opening, clientTimestamp }));
    await settleAt(onboarded, "2027-05-07T12:00:00Z");
    await settleAt(onboarded, "2027-05-08T19:30:00Z");
    expect(await settleAt(onboarded, "2027-05-12T08:00:01Z")).toMatchObject({
      dueAt: "2027-05-19T08:00:00.000Z",
    });
    expect(await decided(onboarded)).toEqual([
      "2027-05-06 SEND ALLOWED",
      "2027-05-08 SUPPRESS WINDOW_MISSED",
      "2027-05-12 SEND ALLOWED",
    ]);
    await saveBaseline(onboarded);
    expect(await settle(onboarded)).toMatchObject({ open: false, dueAt: null });
    expect(await settleAt(onboarded, "2027-05-19T08:00:01Z")).toMatchObject({ open: false });
    expect(await decided(onboarded)).toHaveLength(3);
    expect(await happened(onboarded)).toEqual({
      events: ["created SYSTEM", "opened CLIENT", "completed CLIENT"],
      types: ["OnboardingTaskOpened", "OnboardingTaskCompleted"],
    });
  });

  test("waits without reminders while the questionnaire is skipped; only the questionnaire has reminders", async () => {
    const onboarded = await build();
    await bringTo(em, onboarded, "SKIPPED_FOR_NOW");
    await settleAt(onboarded, "2027-05-06T08:00:01Z");
    expect(await decided(onboarded)).toEqual([]);
    expect(await listReminders(em, onboarded)).toHaveLength(1);
    await override(em, onboarded, { type: "CANCEL" });
    expect(await baselineOf(onboarded)).toMatchObject({ remindersFrom: "2027-05-07" });
  });

  test("that is filled in before the questionnaire is complete at once, and does not change the questionnaire", async () => {
    const onboarded = await build();
    await saveBaseline(onboarded);
    expect(await baselineOf(onboarded)).toMatchObject({ status: "COMPLETED", openedAt: null });
    const { instanceId, taskId } = onboarded;
    const instance = await em.fork().findOneOrFail(OnboardingInstance, instanceId);
    expect(instance).toMatchObject({ status: "IN_PROGRESS", currentTaskId: taskId });
    await bringTo(em, onboarded, "COMPLETED");
    expect(await settle(onboarded)).toMatchObject({ open: false });
  });

  test("is waived by the coach, who continues without it", async () => {
    const onboarded = await build();
    await bringTo(em, onboarded, "COMPLETED");
    await move(em, onboarded, "WAIVE_BASELINE");
    expect(await baselineOf(onboarded)).toMatchObject({
      status: "CANCELLED",
      nextReminderAt: null,
    });
    expect(await happened(onboarded)).toEqual({
      events: ["created SYSTEM", "cancelled COACH"],
      types: ["OnboardingTaskCancelled"],
    });
    expect(await settle(onboarded)).toMatchObject({ open: false });
  });

  test("that is filled in during a pause is complete when the pause ends; a pause keeps its reminders", async () => {
    const onboarded = await build();
    await bringTo(em, onboarded, "COMPLETED");
    await move(em, onboarded, "PAUSE");
    expect(await baselineOf(onboarded)).toMatchObject({ nextReminderAt: null });
    await move(em, onboarded, "RESUME");
    expect(await baselineOf(onboarded)).toMatchObject({ remindersFrom: "2027-05-06" });
    await move(em, onboarded, "PAUSE");
    await saveBaseline(onboarded);
    expect(await baselineOf(onboarded)).toMatchObject({ status: "READY" });
    await move(em, onboarded, "RESUME");
    expect((await happened(onboarded)).events).toEqual(["created SYSTEM", "completed CLIENT"]);
  });

  test.each(["at none", "at the one that is closed"])(
    "is started by the actor where a process of a former version closed the questionnaire and left the onboarding %s",
    async (place) => {
      const onboarded = await build();
      await bringTo(em, onboarded, "COMPLETED");
      await leaveAsBefore(onboarded, place === "at none" ? null : onboarded.taskId);
      await move(em, onboarded, "PAUSE");
      await settleAt(onboarded, "2027-05-06T12:00:00Z");
      expect(await baselineOf(onboarded)).toMatchObject({ begunAt: null });
      await setClock(ownerUrl, "2027-05-07T12:00:00Z");
      await move(em, onboarded, "RESUME");
      const passed = { dueReason: "REMINDER", dueAt: "2027-05-08T08:00:00.000Z" };
      expect(await settle(onboarded)).toMatchObject({ ...passed, did: ["TURN_PASSED"] });
      const begun = await baselineOf(onboarded);
      expect(begun).toMatchObject({ reminderCadence: "UNOPENED", remindersFrom: "2027-05-08" });
      expect(begun.dueAt?.toISOString().slice(0, 16)).toBe("2027-05-14T12:00");
      expect(await settle(onboarded)).toMatchObject({ ...passed, did: [] });
      expect(await baselineOf(onboarded)).toEqual(begun);
    },
  );

  test("is not started where such a process left it open but the relationship no longer needs it", async () => {
    const onboarded = await build();
    await bringTo(em, onboarded, "COMPLETED");
    await move(em, onboarded, "WAIVE_BASELINE");
    await leaveAsBefore(onboarded, null);
    const { id } = await baselineOf(onboarded);
    await em.fork().nativeUpdate(OnboardingTask, { id }, { status: "READY", cancelledAt: null });
    expect(await settle(onboarded)).toMatchObject({ dueReason: "LOOK", did: [] });
    expect(await baselineOf(onboarded)).toMatchObject({ begunAt: null, nextReminderAt: null });
    await move(em, onboarded, "END");
  });

  test("can be nudged by the coach, but not skipped, replaced, forced or cancelled", async () => {
    const onboarded = await build();
    const { id: taskId } = await baselineOf(onboarded);
    const baseline = { ...onboarded, taskId };
    const overridden = await override(em, baseline, { type: "REQUEST_COMPLETION" });
    expect(overridden).toMatchObject({
      taskId,
      sideEffects: { notification: { outcome: "SEND" } },
    });
    const refused = stateConflict("NOT_FOR_THIS_TASK");
    for (const type of ["CANCEL", "FORCE_COMPLETE"] as const) {
      await expect(override(em, baseline, { type })).rejects.toEqual(refused);
    }
    const { formVersionId } = await em
      .fork()
      .findOneOrFail(FormAssignment, onboarded.formAssignmentId);
    const replaced = { type: "REASSIGN_QUESTIONNAIRE", formVersionId } as const;
    await expect(override(em, baseline, replaced)).rejects.toEqual(refused);
    const clientUserId = onboarded.client.userId;
    const skipping = { taskId, clientUserId, reason: null, requestId: null };
    await expect(transact(em, (tx) => skipTask(tx, skipping))).rejects.toEqual(refused);
    expect(await baselineOf(onboarded)).toMatchObject({ status: "READY", revision: 1 });
  });
});

describe("an onboarding of version 1", () => {
  const ACTIVATE = (version: number) => `
    update workflow_definition set status = 'RETIRED' where version <> ${version};
    update workflow_definition set status = 'ACTIVE' where version = ${version};`;

  /** The table's constraints forbid this, so the owner does it: a client registers as before the second version. */
  async function buildFirst(): Promise<Onboarded> {
    const coach = await buildCoach(em);
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query("alter table workflow_definition disable trigger user");
      await owner.query(ACTIVATE(1));
      const registering = { coach, timezone: "Europe/Berlin", status: "ONBOARDING" } as const;
      const built = await relationshipByActs(em, registering);
      await owner.query(ACTIVATE(2));
      return await withOnboarding(em, built);
    } finally {
      await owner.query("alter table workflow_definition enable trigger user");
      await owner.end();
    }
  }

  test("keeps its one task: nothing waits once that is done, and the baseline ends ONBOARDING as before", async () => {
    const onboarded = await buildFirst();
    const { instanceId, relationshipId } = onboarded;
    if ((await em.fork().count(OnboardingTask, { instanceId })) !== 1) {
      throw new Error("It was not begun by version 1");
    }
    await bringTo(em, onboarded, "COMPLETED");
    expect(await settle(onboarded)).toMatchObject({
      open: false,
      onboarding: { currentStep: { taskKey: "COACH_QUESTIONNAIRE", status: "COMPLETED" } },
    });
    await saveBaseline(onboarded);
    const where = { subjectId: relationshipId, type: "CoachClientRelationshipActivated" } as const;
    expect(await em.fork().count(OutboxRow, where)).toBe(1);
    expect(await em.fork().count(OnboardingTask, { instanceId })).toBe(1);
  });
});

async function settleAt(onboarded: Onboarded, at: string) {
  await setClock(ownerUrl, at);
  return await settle(onboarded);
}

function baselineOf({ instanceId }: Pick<Onboarded, "instanceId">) {
  return em.fork().findOneOrFail(OnboardingTask, { instanceId, taskType: "BASELINE" });
}

async function decided(onboarded: Onboarded) {
  const { id: taskId } = await baselineOf(onboarded);
  const reminders = await listReminders(em, { ...onboarded, taskId });
  return reminders.map((each) => `${each.localDate} ${each.outcome} ${each.reason}`);
}

/** The client fills in the complete baseline. */
function saveBaseline({ client: { userId } }: Onboarded) {
  return transact(em, (tx) => {
    const profile = { displayName: "Ana", timezone: "Europe/Berlin", locale: "en", ...BASELINE };
    return saveClientProfile(tx, { userId, profile, requestId: null }, hooks.relationships);
  });
}

/** A process of a former version, without a baseline task, closed the questionnaire: the baseline has not started. */
async function leaveAsBefore({ instanceId }: Onboarded, currentTaskId: string | null) {
  const { id } = await baselineOf({ instanceId });
  const waiting = { begunAt: null, dueAt: null, nextReminderAt: null };
  const unreminded = { reminderCadence: null, remindersFrom: null };
  await em.fork().nativeUpdate(OnboardingTask, { id }, { ...waiting, ...unreminded });
  await em.fork().nativeUpdate(OnboardingInstance, { id: instanceId }, { currentTaskId });
}

/** The events and the history of the baseline's task, in order. */
async function happened(onboarded: Onboarded) {
  const { id: taskId } = await baselineOf(onboarded);
  const inOrder = { orderBy: { id: "asc" } } as const;
  const events = await em.fork().find(OnboardingTaskEvent, { taskId }, inOrder);
  const feed = { subjectId: taskId, consumer: "event-feed" } as const;
  const outboxRows = await em.fork().find(OutboxRow, feed, inOrder);
  return {
    events: events.map(({ type, actorKind }) => `${type} ${actorKind}`),
    types: outboxRows.map(({ type }) => type),
  };
}
