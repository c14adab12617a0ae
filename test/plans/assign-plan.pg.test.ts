import { beforeEach, describe, expect, test } from "@jest/globals";
import { followAssignment } from "../../activities/agenda/calendar/follow-assignment.ts";
import { archivePlan } from "../../activities/plans/archive-plan.ts";
import { assignPlan } from "../../activities/plans/assignments/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { endAssignment } from "../../activities/plans/assignments/end-assignment.ts";
import { planContentSchema, type PlanContent } from "../../contract/plans/content-schema.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter, localDateOf } from "../../rules/local-day.ts";
import { buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { countAgendaRows } from "../factories/agenda/agenda-rows.ts";
import { codeOf } from "../factories/code-of.ts";
import { empty } from "../factories/empty.ts";
import { buildCoach, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type AgendaOwner,
  buildAgenda,
  buildAssignment,
  planBodies,
} from "../factories/plans/plans.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const DAILY = { recurrence: { rrule: "FREQ=DAILY" } };
const WEIGHT = { metricKind: "WEIGHT", unit: "kg", min: 20, max: 400, mode: "REPLACE" };
const TRAINING = {
  dayNumber: 1,
  title: "Legs",
  exercises: [{ exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] }],
};

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The sweep sees every relationship, so those of earlier tests are removed.
  await empty(ownerUrl);
});

const today = async (owner: AgendaOwner) => localDateOf(await clockNow(em.fork()), owner.timezone);

describe("assigning a plan", () => {
  test("begins on the present local day of the relationship and emits the event of the plan's kind", async () => {
    const owner = await buildAgendaOwner(em, { timezone: "Pacific/Kiritimati" });
    const events = {
      habit: "HabitPlanAssigned",
      supplement: "SupplementPlanAssigned",
      meal: "MealPlanAssigned",
    } as const;
    for (const [body, type] of Object.entries(events)) {
      if (body !== "habit" && body !== "supplement" && body !== "meal") continue;
      const assignmentId = await buildAssignment(em, owner, planBodies[body]);
      const assignment = await em.fork().findOneOrFail(PlanAssignment, assignmentId);
      expect(assignment.startDate).toBe(await today(owner));
      const rows = await em.fork().find(OutboxRow, { subjectId: assignmentId });
      expect(new Set(rows.map((row) => `${row.consumer} ${row.type}`))).toEqual(
        new Set([`agenda ${type}`, `event-feed ${type}`]),
      );
      expect(rows[0]?.refs).toEqual({ assignmentId, relationshipId: owner.relationshipId });
    }
  });

  test("of every other kind emits an event with the name of that kind", async () => {
    const owner = await buildAgendaOwner(em);
    const formVersionId = await buildFormVersion(em, owner.workspaceId);
    const assignments = [
      ["ProgramAssigned", { kind: "PROGRAM", weeks: [{ days: [TRAINING] }] }],
      ["MeasurementRequested", { kind: "MEASUREMENT", metrics: [WEIGHT], ...DAILY }],
      ["ProgressPhotoRequested", { kind: "PHOTO", poses: ["Front"], ...DAILY }],
      ["ReminderAssigned", { kind: "REMINDER", ...DAILY }],
      ["MessageFollowUpCreated", { kind: "REMINDER", source: "COMMUNICATION", ...DAILY }],
      ["CoachReminderCreated", { kind: "CUSTOM_REMINDER", ...DAILY }],
      ["CheckInScheduled", { kind: "CHECK_IN", formVersionId, ...DAILY }],
    ] as const;
    for (const [type, body] of assignments) {
      const content = planContentSchema.parse({ ...body, title: type });
      const subjectId = await buildAssignment(em, owner, content);
      const rows = await em.fork().find(OutboxRow, { subjectId });
      expect(new Set(rows.map((row) => `${row.consumer} ${row.type}`))).toEqual(
        new Set([
          `agenda ${type}`,
          `event-feed ${type}`,
          ...(type === "ProgramAssigned" ? [`workouts ${type}`] : []),
        ]),
      );
    }
  });

  test("succeeds once for the same plan, even when eight coaches assign it at once", async () => {
    const owner = await buildAgendaOwner(em);
    const { planId } = await makePlan(owner, planBodies.habit);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(assign(owner, planId))),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(outcomes.filter((code) => code === "STATE_CONFLICT")).toHaveLength(7);
  });

  test("that has ended, or is past its last day, makes room for the next", async () => {
    const owner = await buildAgendaOwner(em);
    const { planId } = await makePlan(owner, planBodies.habit);
    const first = await assign(owner, planId);
    await end(owner, first.id);
    const day = await today(owner);
    await assign(owner, planId, { startDate: day, endDate: day });
    expect(await codeOf(assign(owner, planId))).toBe("STATE_CONFLICT");
    await moveClock(ownerUrl, DAY_SECONDS);
    expect(await codeOf(assign(owner, planId))).toBeNull();
  });

  test("fails for a paused or ended relationship", async () => {
    for (const status of ["PAUSED", "ENDED"] as const) {
      const owner = await buildAgendaOwner(em, { status });
      const { planId } = await makePlan(owner, planBodies.habit);
      expect(await codeOf(assign(owner, planId))).toBe("RELATIONSHIP_INACTIVE");
    }
  });

  test("uses only published plans: no draft, and always the newest revision", async () => {
    const owner = await buildAgendaOwner(em);
    const { workspaceId, coachUserId: createdByUserId } = owner;
    const { plan } = await transact(em, (tx) =>
      createPlan(tx, { workspaceId, createdByUserId, content: planBodies.habit, publish: false }),
    );
    expect(await codeOf(assign(owner, plan.id))).toBe("STATE_CONFLICT");
    const { planId } = await makePlan(owner, planBodies.habit);
    const acts = planActs(em);
    await acts.publish(owner, planId, { ...planBodies.habit, title: "Second" });
    const assignment = await assign(owner, planId);
    expect(assignment).toMatchObject({ appliedRevision: 2, spans: [{ revision: 2 }] });
    await materialise(assignment.id);
    expect(await acts.tasksOf(assignment.id)).toMatchObject([{ snapshot: { title: "Second" } }]);
    expect(await em.fork().count(PlanAssignment, { relationshipId: owner.relationshipId })).toBe(1);
  });

  test("fails for a plan or a relationship of another workspace, which is not found", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    const { planId } = await makePlan(other, planBodies.habit);
    expect(await codeOf(assign(owner, planId))).toBe("NOT_FOUND");
    const foreign = { ...other, relationshipId: owner.relationshipId };
    expect(await codeOf(assign(foreign, planId))).toBe("NOT_FOUND");
    const unknown = { ...other, relationshipId: crypto.randomUUID() };
    expect(await codeOf(assign(unknown, planId))).toBe("NOT_FOUND");
  });

  test("fails for an archived plan, while earlier assignments continue", async () => {
    const coach = await buildCoach(em);
    const owner = await buildAgendaOwner(em, { coach });
    const other = await buildAgendaOwner(em, { coach });
    const { planId } = await makePlan(owner, planBodies.habit);
    const assignment = await assign(owner, planId);
    const key = { workspaceId: owner.workspaceId, planId };
    const archived = await transact(em, (tx) => archivePlan(tx, key));
    const again = await transact(em, (tx) => archivePlan(tx, key));
    expect(again.plan.updatedAt).toEqual(archived.plan.updatedAt);
    expect(again.plan.status).toBe("ARCHIVED");
    expect(await codeOf(assign(other, planId))).toBe("STATE_CONFLICT");
    expect(await materialise(assignment.id)).toHaveLength(1);
  });
});

async function makePlan(owner: AgendaOwner, content: PlanContent): Promise<{ planId: string }> {
  const { workspaceId, coachUserId } = owner;
  const { plan } = await transact(em, (tx) =>
    createPlan(tx, { workspaceId, createdByUserId: coachUserId, content, publish: true }),
  );
  return { planId: plan.id };
}

function assign(
  owner: AgendaOwner,
  planId: string,
  days: { startDate: string | null; endDate: string | null } = { startDate: null, endDate: null },
) {
  const { workspaceId, relationshipId, coachUserId } = owner;
  return transact(em, (tx) =>
    assignPlan(tx, {
      workspaceId,
      relationshipId,
      planId,
      ...days,
      followsNewer: true,
      assignedByUserId: coachUserId,
      requestId: null,
    }),
  );
}

function end(owner: AgendaOwner, assignmentId: string) {
  const { workspaceId, relationshipId, coachUserId } = owner;
  return transact(em, (tx) =>
    endAssignment(tx, {
      workspaceId,
      relationshipId,
      assignmentId,
      byUserId: coachUserId,
      requestId: null,
    }),
  );
}

const setStatus = (owner: AgendaOwner, status: RelationshipStatus) =>
  setRelationshipStatus(em, owner.relationshipId, status);

describe("ending an assignment", () => {
  test("cancels tasks that the client has not touched and keeps their rows; started tasks stay", async () => {
    const owner = await buildAgendaOwner(em);
    const agenda = await buildAgenda(em, owner);
    await em.fork().nativeUpdate(AgendaTask, { id: agenda.meal.id }, { status: "IN_PROGRESS" });
    await end(owner, agenda.habit.sourceId);
    await end(owner, agenda.meal.sourceId);
    const tasks = await listDayTasks(executorOf(em.fork()), owner.relationshipId, [
      agenda.localDate,
    ]);
    const byId = new Map(tasks.map((task) => [task.id, task]));
    expect(byId.get(agenda.habit.id)).toMatchObject({
      status: "CANCELED",
      revision: 2,
      // A withdrawal is not a change that a device is notified of.
      foreignRevision: 1,
      changedByKind: "COACH",
      changedByLineageId: null,
      snapshot: agenda.habit.snapshot,
    });
    expect(byId.get(agenda.meal.id)).toMatchObject({ status: "IN_PROGRESS", revision: 1 });
  });

  test("is recorded in the history, the cursor, the day and an event", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit, localDate } = await buildAgenda(em, owner);
    await end(owner, habit.sourceId);
    const fork = em.fork();
    const history = await fork.find(
      AgendaTaskEvent,
      { taskId: habit.id },
      { orderBy: { occurredAt: "asc" } },
    );
    expect(
      history.map(({ fromStatus, toStatus, reason }) => [fromStatus, toStatus, reason]),
    ).toEqual([
      [null, "PENDING", "MATERIALIZED"],
      ["PENDING", "CANCELED", "ASSIGNMENT_ENDED"],
    ]);
    expect(history[1]?.actorUserId).toBe(owner.coachUserId);
    const { relationshipId } = owner;
    const change = await fork.findOneOrFail(ScopeChange, { relationshipId, seq: 3 });
    expect(change.changes).toEqual({ agenda_task: [habit.id] });
    const day = await fork.findOneOrFail(AgendaDay, { relationshipId, localDate });
    expect(day).toMatchObject({ taskCount: 4, projectionVersion: 6 });
    const events = await fork.find(OutboxRow, { subjectId: habit.id, version: 2 });
    expect(events.map(({ type }) => type)).toEqual(["DailyTaskStatusChanged"]);
  });

  test("again changes nothing", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit } = await buildAgenda(em, owner);
    const first = await end(owner, habit.sourceId);
    const second = await end(owner, habit.sourceId);
    expect(second.updatedAt).toEqual(first.updatedAt);
    expect((await countAgendaRows(em, owner)).seq).toBe(3);
  });

  test("creates no task on later days", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit, localDate } = await buildAgenda(em, owner);
    await end(owner, habit.sourceId);
    await moveClock(ownerUrl, DAY_SECONDS);
    await scanAllCalendars(em);
    const next = await listDayTasks(executorOf(em.fork()), owner.relationshipId, [
      dayAfter(localDate),
    ]);
    expect(next).toHaveLength(4);
  });

  test("fails in an ended relationship, and finds nothing in another relationship", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    const { habit } = await buildAgenda(em, owner);
    expect(await codeOf(end(other, habit.sourceId))).toBe("NOT_FOUND");
    await setStatus(owner, "ENDED");
    expect(await codeOf(end(owner, habit.sourceId))).toBe("RELATIONSHIP_INACTIVE");
  });
});

function materialise(assignmentId: string) {
  return transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: "request-1" }));
}
