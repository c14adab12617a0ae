import { describe, expect, test } from "@jest/globals";
import { followRelationship } from "../../activities/onboarding/follow-relationship.ts";
import { endOwnRelationship } from "../../activities/relationships/move-relationship.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { User } from "../../db/accounts/user.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { move, type Onboarded } from "../factories/onboarding/onboarding-life.ts";
import { buildOnboardedAt } from "../factories/onboarding/onboarding-states.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

const DAY_MS = 86_400_000;

const FORMER = [
  ["READY", "IN_PROGRESS"],
  ["OPENED", "IN_PROGRESS"],
  ["SKIPPED_FOR_NOW", "COMPLETED_WITH_PENDING_TASK"],
  ["COMPLETED", "COMPLETED"],
] as const;

describe("a pause", () => {
  test.each(FORMER)("of a task that is %s returns to %s", async (taskStatus, status) => {
    const built = await buildOnboardedAt(em, taskStatus);
    const before = await stateOf(built);
    await move(em, built, "PAUSE");
    expect(await stateOf(built)).toEqual({
      ...before,
      status: "PAUSED",
      resumesAs: status,
      nextReminderAt: null,
    });
    expect(await eventsFor(built, "CoachClientRelationshipPaused")).toHaveLength(1);
    await move(em, built, "RESUME");
    expect(await stateOf(built)).toEqual(before);
    expect(await eventsFor(built, "CoachClientRelationshipResumed")).toHaveLength(1);
  });

  test.each([
    ["before 10:00 today", 9, 0],
    ["after 10:00 tomorrow", 10, 1],
  ])("that ends %s continues with the reminder of that day", async (_, hour, daysLater) => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    await move(em, built, "PAUSE");
    const day = startOfDay(await now()) + 5 * DAY_MS;
    await moveClockTo(day + hour * 3_600_000);
    await move(em, built, "RESUME");
    const expected = new Date(day + daysLater * DAY_MS).toISOString();
    const { remindersFrom, nextReminderAt } = await stateOf(built);
    expect(remindersFrom).toBe(expected.slice(0, 10));
    expect(nextReminderAt?.toISOString()).toBe(expected.replace("T00", "T10"));
    await moveClock(ownerUrl, 0);
  });
});

const now = () => clockNow(em.fork());
const startOfDay = (instant: Date) => Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
const moveClockTo = (millis: number) =>
  moveClock(ownerUrl, Math.round((millis - Date.now()) / 1000) + 1);

describe("the end of a relationship", () => {
  test.each(FORMER.map(([taskStatus]) => taskStatus))(
    "of a task that is %s",
    async (taskStatus) => {
      const built = await buildOnboardedAt(em, taskStatus);
      const isDone = taskStatus === "COMPLETED";
      const own = await buildFormAssignment(em, built);
      const { status } = await stateOf(built);
      await move(em, built, "END");
      expect(await stateOf(built)).toEqual({
        status: isDone ? "COMPLETED" : "CANCELLED",
        resumesAs: null,
        retentionExpiresAt: expect.any(Date),
        isFinished: true,
        taskStatus,
        cadence: null,
        remindersFrom: null,
        nextReminderAt: null,
        profile: isDone ? "COMPLETED" : "NOT_STARTED",
      });
      const forms = await em.fork().find(FormAssignment, [own.id, built.formAssignmentId]);
      const formOf = (id: string) => forms.find((form) => form.id === id)?.status;
      expect(formOf(own.id)).toBe("CANCELLED");
      expect(formOf(built.formAssignmentId)).toBe(isDone ? "SUBMITTED" : "CANCELLED");
      expect(await eventsFor(built, "CoachClientRelationshipEnded")).toHaveLength(1);
      const audits = await em.fork().find(OnboardingAuditEvent, {
        instanceId: built.instanceId,
        eventType: "workflow_ended",
      });
      expect(audits).toMatchObject(
        isDone
          ? []
          : [{ actorKind: "COACH", metadata: { fromStatus: status, toStatus: "CANCELLED" } }],
      );
    },
  );

  test("dates instance, task and task events 30 days ahead, once", async () => {
    const built = await buildOnboardedAt(em, "OPENED");
    const before = await now();
    await endAsClient(built);
    const { instanceId, taskId } = built;
    const { retentionExpiresAt } = await stateOf(built);
    const ahead = (retentionExpiresAt?.getTime() ?? 0) - before.getTime();
    expect(Math.floor(ahead / DAY_MS)).toBe(30);
    const task = await em.fork().findOneOrFail(OnboardingTask, taskId);
    expect(task.retentionExpiresAt).toEqual(retentionExpiresAt);
    const events = await em.fork().find(OnboardingTaskEvent, { instanceId, taskId });
    expect(events.map((event) => event.retentionExpiresAt)).toEqual([
      retentionExpiresAt,
      retentionExpiresAt,
    ]);
  });

  test("that is paused has the same effect", async () => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    await move(em, built, "PAUSE");
    await endAsClient(built);
    expect(await stateOf(built)).toMatchObject({ status: "CANCELLED", resumesAs: null });
  });

  test.each([
    ["client's", ({ client }: Onboarded) => client.userId, "CLIENT"],
    ["last coach's", ({ coach }: Onboarded) => coach.userId, "COACH"],
  ])("follows from the %s account too", async (_, whose, actorKind) => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    const userId = whose(built);
    const deletionRequestedAt = new Date(Date.now() - 15 * DAY_MS);
    const leaving = { status: "PENDING_DELETION", deletionRequestedAt } as const;
    await em.fork().nativeUpdate(User, { id: userId }, leaving);
    while ((await settleAccountDeletion(erasureDeps(em), { userId })).open);
    expect(await stateOf(built)).toMatchObject({ status: "CANCELLED", profile: "NOT_STARTED" });
    expect(await eventsFor(built, "CoachClientRelationshipEnded")).toHaveLength(1);
    const ended = { instanceId: built.instanceId, eventType: "workflow_ended" };
    expect(await em.fork().find(OnboardingAuditEvent, ended)).toMatchObject([{ actorKind }]);
  });

  test("that is applied a second time changes nothing", async () => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    const { relationshipId, instanceId, client } = built;
    await move(em, built, "END");
    const before = await stateOf(built);
    const audits = await em.fork().count(OnboardingAuditEvent, { instanceId });
    const rows = await em.fork().count(OutboxRow, {});
    const actor = { kind: "CLIENT", userId: client.userId } as const;
    await transact(em, async (tx) => {
      const later = new Date((await clockNow(tx)).getTime() + DAY_MS);
      const following = {
        relationshipId,
        clientUserId: client.userId,
        baseline: "COMPLETE",
        zone: { timezone: "UTC", nextTimezone: null, zoneChangesAt: null },
        to: "ENDED",
        actor,
        now: later,
        requestId: null,
      } as const;
      expect(await followRelationship(tx, following)).toEqual({ instanceId });
    });
    await expect(move(em, built, "END")).rejects.toMatchObject({ code: "RELATIONSHIP_INACTIVE" });
    await expect(endAsClient(built)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await stateOf(built)).toEqual(before);
    expect(await em.fork().count(OnboardingAuditEvent, { instanceId })).toBe(audits);
    expect(await em.fork().count(OutboxRow, {})).toBe(rows);
  });
});

describe("a zone change of the client", () => {
  test("wakes the onboarding's actor; the same zone again wakes no actor", async () => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW", { timezone: "Europe/Berlin" });
    const { relationshipId, workspaceId, client } = built;
    const noBaseline = { birthDate: null, heightCm: null, goal: null };
    const save = (timezone: string) =>
      transact(em, (tx) =>
        saveClientProfile(
          tx,
          {
            userId: client.userId,
            profile: { displayName: "Ana", locale: "en", timezone, ...noBaseline },
            requestId: "zone",
          },
          hooks.relationships,
        ),
      );
    await save("Europe/Berlin");
    const type = "CoachClientRelationshipZoneChanged";
    expect(await eventsFor(built, type)).toHaveLength(0);
    await save("Asia/Tokyo");
    await save("Asia/Tokyo");
    expect(await eventsFor(built, type)).toMatchObject([
      { consumer: "onboarding-actor", refs: { relationshipId, workspaceId }, requestId: "zone" },
    ]);
  });
});

/** The state of an onboarding. */
async function stateOf({ instanceId, taskId, client }: Onboarded) {
  const fork = em.fork();
  const { status, resumesAs, retentionExpiresAt, finishedAt } = await fork.findOneOrFail(
    OnboardingInstance,
    instanceId,
  );
  const task = await fork.findOneOrFail(OnboardingTask, taskId);
  const profile = await fork.findOneOrFail(ClientProfile, { userId: client.userId });
  return {
    status,
    resumesAs,
    retentionExpiresAt,
    isFinished: finishedAt !== null,
    taskStatus: task.status,
    cadence: task.reminderCadence,
    remindersFrom: task.remindersFrom,
    nextReminderAt: task.nextReminderAt,
    profile: profile.onboardingStatus,
  };
}

function eventsFor({ relationshipId, actorId }: Onboarded, type: EventType) {
  return em.fork().find(OutboxRow, { subjectId: relationshipId, type, key: actorId });
}

function endAsClient({ client }: Onboarded) {
  return transact(em, (tx) => {
    const end = { clientUserId: client.userId, reason: null, requestId: null };
    return endOwnRelationship(tx, end, hooks.relationships);
  });
}
