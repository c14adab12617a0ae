import { beforeEach, describe, expect, test } from "@jest/globals";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { getPresentDate } from "../../db/agenda/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { codeOf } from "../factories/code-of.ts";
import { empty } from "../factories/empty.ts";
import { buildCoach, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { type ActOwner, planActs, programContent } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const acts = planActs(em);

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The scan sees every relationship, so those of earlier tests are removed.
  await empty(ownerUrl);
});

const presentDate = ({ relationshipId }: ActOwner) => getPresentDate(em.fork(), relationshipId);
const rowOf = (id: string) => em.fork().findOneOrFail(PlanAssignment, { id });

describe("pausing an assignment", () => {
  test("cancels tasks that the client has not touched, gives the reason, and creates no task on later days", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    await acts.pause(owner, assignmentId);
    const [task] = await acts.tasksOf(assignmentId);
    expect(task).toMatchObject({ status: "CANCELED", revision: 2, changedByKind: "COACH" });
    const history = await em
      .fork()
      .find(AgendaTaskEvent, { taskId: task?.id ?? "" }, { orderBy: { id: "asc" } });
    expect(history.at(-1)).toMatchObject({
      reason: "SOURCE_PAUSED",
      actorUserId: owner.coachUserId,
    });
    await liveUntil(2);
    expect(await acts.tasksOf(assignmentId)).toHaveLength(1);
    expect(await rowOf(assignmentId)).toMatchObject({ status: "PAUSED" });
  });

  test("leaves started tasks", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.meal);
    await em.fork().nativeUpdate(AgendaTask, { sourceId: assignmentId }, { status: "IN_PROGRESS" });
    await acts.pause(owner, assignmentId);
    await acts.resume(owner, assignmentId);
    expect(await acts.tasksOf(assignmentId)).toMatchObject([
      { status: "IN_PROGRESS", revision: 1 },
    ]);
  });

  test("withdraws a card, and resuming shows it again", async () => {
    const owner = await buildAgendaOwner(em);
    const recurrence = { rrule: "FREQ=DAILY" };
    const reminder = { kind: "CUSTOM_REMINDER", title: "Bring your shoes", recurrence };
    const { assignmentId } = await acts.give(owner, planContentSchema.parse(reminder));
    const cards = async () => {
      const day = { ...owner, localDate: await presentDate(owner) };
      return (await readNotices(em.fork(), day)).informationalCards.length;
    };
    expect(await cards()).toBe(1);
    await acts.pause(owner, assignmentId);
    expect(await cards()).toBe(0);
    await acts.resume(owner, assignmentId);
    expect(await cards()).toBe(1);
  });

  test("needs a plan that runs alone, resuming a paused one; both fail in an ended relationship", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.habit);
    expect(await codeOf(acts.resume(owner, assignmentId))).toBe("STATE_CONFLICT");
    expect(await codeOf(acts.pause(other, assignmentId))).toBe("NOT_FOUND");
    await acts.pause(owner, assignmentId);
    const paused = await rowOf(assignmentId);
    expect(await codeOf(acts.pause(owner, assignmentId))).toBe("STATE_CONFLICT");
    expect(await codeOf(acts.resume(other, assignmentId))).toBe("NOT_FOUND");
    expect(await rowOf(assignmentId)).toEqual(paused);
    await acts.end(owner, assignmentId);
    expect(await codeOf(acts.pause(owner, assignmentId))).toBe("STATE_CONFLICT");
    expect(await codeOf(acts.resume(owner, assignmentId))).toBe("STATE_CONFLICT");
    await setRelationshipStatus(em, owner.relationshipId, "PAUSED");
    expect(await codeOf(acts.resume(owner, assignmentId))).toBe("RELATIONSHIP_INACTIVE");
    await setRelationshipStatus(em, owner.relationshipId, "ENDED");
    expect(await codeOf(acts.pause(owner, assignmentId))).toBe("RELATIONSHIP_INACTIVE");
  });

  test("past its last day cannot be followed by resuming", async () => {
    const owner = await buildAgendaOwner(em);
    const planId = await acts.make(owner, planBodies.habit);
    const endDate = await presentDate(owner);
    const { id } = await acts.assign(owner, planId, { startDate: endDate, endDate });
    await acts.pause(owner, id);
    await moveClock(ownerUrl, DAY_SECONDS);
    expect(await codeOf(acts.resume(owner, id))).toBe("STATE_CONFLICT");
  });

  test("emits an event with the name of its kind, as do resuming and ending", async () => {
    const owner = await buildAgendaOwner(em);
    const follow = { kind: "REMINDER", title: "Reply", recurrence: { rrule: "FREQ=DAILY" } };
    const plans = {
      ProgramAssigned: [programContent(), "ProgramPaused", "ProgramResumed"],
      MealPlanAssigned: [planBodies.meal, "NutritionScheduleChanged", "NutritionScheduleChanged"],
      HabitPlanAssigned: [planBodies.habit, "PlanAssignmentPaused", "PlanAssignmentResumed"],
      ReminderAssigned: [
        planContentSchema.parse(follow),
        "PlanAssignmentPaused",
        "PlanAssignmentResumed",
      ],
      MessageFollowUpCreated: [
        planContentSchema.parse({ ...follow, source: "COMMUNICATION" }),
        "PlanAssignmentPaused",
        "PlanAssignmentResumed",
      ],
    } as const;
    for (const [assigned, [content, paused, resumed]] of Object.entries(plans)) {
      const { assignmentId } = await acts.give(owner, content);
      await acts.pause(owner, assignmentId);
      await acts.resume(owner, assignmentId);
      await acts.end(owner, assignmentId);
      const isNutrition = paused === "NutritionScheduleChanged";
      const ended = isNutrition ? paused : "PlanAssignmentEnded";
      expect(await eventTypesOf(assignmentId)).toEqual([assigned, paused, resumed, ended]);
    }
  });
});

test("a newer revision of nutrition emits an event for an assignment that takes it over, not for one that only records it", async () => {
  const coach = await buildCoach(em);
  const owner = await buildAgendaOwner(em, { coach });
  const other = await buildAgendaOwner(em, { coach });
  const { planId, assignmentId } = await acts.give(owner, planBodies.meal);
  const { id: paused } = await acts.assign(other, planId);
  await acts.pause(other, paused);
  await acts.publish(owner, planId, { ...planBodies.meal, title: "Supper" });
  await acts.spread();
  expect(await eventTypesOf(assignmentId)).toEqual([
    "MealPlanAssigned",
    "NutritionScheduleChanged",
  ]);
  expect(await eventTypesOf(paused)).toEqual(["MealPlanAssigned", "NutritionScheduleChanged"]);
  expect(await rowOf(paused)).toMatchObject({ appliedRevision: 2 });
});

describe("resuming an assignment", () => {
  test("on the same day restores its task as it was, on the devices that knew it", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, planBodies.meal);
    const [before] = await acts.tasksOf(assignmentId);
    await acts.pause(owner, assignmentId);
    await acts.resume(owner, assignmentId);
    const [after] = await acts.tasksOf(assignmentId);
    expect(after).toMatchObject({
      id: before?.id,
      status: "PENDING",
      revision: 3,
      foreignRevision: 1,
      canceledAt: null,
      snapshot: before?.snapshot,
    });
    await liveUntil(1);
    expect(await acts.tasksOf(assignmentId)).toHaveLength(2);
  });

  test("moves the days of a program by whole weeks, rounded up", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, programContent());
    const begun = await presentDate(owner);
    await liveUntil(3);
    await acts.pause(owner, assignmentId);
    await liveUntil(13);
    await acts.resume(owner, assignmentId);
    await liveUntil(22);
    const tasks = await acts.tasksOf(assignmentId);
    const days = tasks.map(({ localDate, sourceChildKey }) => [localDate, sourceChildKey]);
    expect(days).toEqual(
      [
        [0, "0"],
        [2, "2"],
        [18, "4"],
        [21, "7"],
      ].map(([after, day]) => [addDays(begun, Number(after)), day]),
    );
  });

  test("repeats no day of a program that the client has done, and does not replace it", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, programContent());
    const begun = await presentDate(owner);
    await em.fork().nativeUpdate(AgendaTask, { sourceId: assignmentId }, { status: "COMPLETED" });
    await acts.pause(owner, assignmentId);
    await acts.resume(owner, assignmentId, 4);
    await liveUntil(1);
    await acts.pause(owner, assignmentId);
    await acts.resume(owner, assignmentId);
    const tasks = await acts.tasksOf(assignmentId);
    const days = tasks.map(({ localDate, sourceChildKey }) => [localDate, sourceChildKey]);
    expect(days).toEqual([
      [begun, "0"],
      [addDays(begun, 1), "4"],
    ]);
  });

  test("continues with the named day, and refuses a day that the program does not have", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, programContent(2));
    await acts.pause(owner, assignmentId);
    expect(await codeOf(acts.resume(owner, assignmentId, 12))).toBe("VALIDATION_FAILED");
    await acts.resume(owner, assignmentId, 9);
    const [task] = await acts.tasksOf(assignmentId);
    // Another day of the program is another task, so a device that knew the former one is notified.
    expect(task).toMatchObject({ status: "PENDING", sourceChildKey: "9", foreignRevision: 3 });
    expect(task).toMatchObject({ snapshot: { programDay: 9 } });
    const { assignmentId: habit } = await acts.give(owner, planBodies.habit);
    await acts.pause(owner, habit);
    expect(await codeOf(acts.resume(owner, habit, 0))).toBe("VALIDATION_FAILED");
  });

  test("uses the newest revision that it follows, spread or not; a pinned assignment keeps its own", async () => {
    const owner = await buildAgendaOwner(em);
    const { planId, assignmentId } = await acts.give(owner, planBodies.habit);
    const fixed = await acts.make(owner, planBodies.habit);
    const { id: fixedId } = await acts.assign(owner, fixed, { followsNewer: false });
    await acts.pause(owner, assignmentId);
    await acts.pause(owner, fixedId);
    const titled = (title: string) => ({ ...planBodies.habit, title });
    for (const id of [planId, fixed]) await acts.publish(owner, id, titled("Second"));
    await acts.spread();
    expect(await rowOf(assignmentId)).toMatchObject({ status: "PAUSED", appliedRevision: 2 });
    expect(await acts.tasksOf(assignmentId)).toMatchObject([{ status: "CANCELED" }]);
    await acts.publish(owner, planId, titled("Third"));
    await acts.resume(owner, assignmentId);
    await acts.resume(owner, fixedId);
    expect(await acts.tasksOf(assignmentId)).toMatchObject([
      { status: "PENDING", sourceRevision: 3, snapshot: { title: "Third" } },
    ]);
    expect(await acts.tasksOf(fixedId)).toMatchObject([
      { snapshot: { title: planBodies.habit.title } },
    ]);
  });

  test("is refused while another program runs, and names that program", async () => {
    const owner = await buildAgendaOwner(em);
    const { assignmentId } = await acts.give(owner, programContent());
    await acts.pause(owner, assignmentId);
    const { assignmentId: other } = await acts.give(owner, programContent(1, "On the road"));
    await expect(acts.resume(owner, assignmentId)).rejects.toMatchObject({
      code: "PROGRAM_RUNNING",
      details: { conflictingId: other },
    });
    await acts.end(owner, other);
    await acts.resume(owner, assignmentId);
    expect(await rowOf(assignmentId)).toMatchObject({ status: "ACTIVE" });
  });
});

/** Moves to the given day, and opens each day on the way. */
async function liveUntil(day: number): Promise<void> {
  await moveClock(ownerUrl, day * DAY_SECONDS);
  await scanAllCalendars(em);
}

async function eventTypesOf(assignmentId: string): Promise<readonly string[]> {
  const where = { subjectId: assignmentId, consumer: "event-feed" } as const;
  const rows = await em.fork().find(OutboxRow, where, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}
