import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { materialiseAssignment } from "../../activities/agenda/materialise-assignment.ts";
import { materialiseDay } from "../../activities/agenda/materialise-day.ts";
import { materialiseDueDays } from "../../activities/agenda/materialise-due-days.ts";
import { archivePlan } from "../../activities/plans/archive-plan.ts";
import { assignPlan } from "../../activities/plans/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { endAssignment } from "../../activities/plans/end-assignment.ts";
import type { CreatePlan } from "../../contract/plans/schema.ts";
import type { RelationshipStatus } from "../../contract/identity/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { AgendaTaskItem } from "../../db/agenda/agenda-task-item.ts";
import { insertTasks } from "../../db/agenda/insert-tasks.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { WEEKDAYS } from "../../contract/plans/vocabulary.ts";
import { dayAfter, isoWeekday, localDateOf } from "../../rules/agenda/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { buildCoach, setRelationshipStatus } from "../factories/identity.ts";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/move-clock.ts";
import { buildAgenda, buildAssignment, planBodies, type AgendaOwner } from "../factories/plans.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const DAY_SECONDS = 86_400;

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 10, applicationName: "materialise test" });
const { em } = database;
afterAll(() => database.close());

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The sweep sees every relationship: those of earlier tests are not this test's.
  await empty(ownerUrl);
});

const today = async (owner: AgendaOwner) => localDateOf(await clockNow(em.fork()), owner.timezone);

const materialise = (assignmentId: string) =>
  transact(em, (tx) => materialiseAssignment(tx, { assignmentId, requestId: "request-1" }));

/** Everything that materialisation writes for a relationship, counted. */
async function countRows({ relationshipId }: AgendaOwner) {
  const fork = em.fork();
  const tasks = await fork.find(AgendaTask, { relationshipId });
  const taskIds = tasks.map(({ id }) => id);
  const scope = await fork.findOneOrFail(RelationshipScope, { relationshipId });
  return {
    tasks: tasks.length,
    items: await fork.count(AgendaTaskItem, { relationshipId }),
    history: await fork.count(AgendaTaskEvent, { relationshipId }),
    days: await fork.count(AgendaDay, { relationshipId }),
    changes: await fork.count(ScopeChange, { relationshipId }),
    seq: scope.seq,
    events: await fork.count(OutboxRow, {
      type: "DailyTaskMaterialized",
      subjectId: { $in: taskIds },
    }),
  };
}

const setStatus = (owner: AgendaOwner, status: RelationshipStatus) =>
  setRelationshipStatus(em, owner.relationshipId, status);

const codeOf = async (act: Promise<unknown>) => {
  try {
    await act;
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe("materialising the day of an assignment", () => {
  test("makes one task of each plan, with its items, history, events and one step of the cursor", async () => {
    const owner = await buildAgendaOwner(em);
    const agenda = await buildAgenda(em, owner);
    expect(await countRows(owner)).toEqual({
      tasks: 5,
      items: 5,
      history: 5,
      days: 1,
      changes: 1,
      seq: 1,
      events: 5,
    });
    expect(agenda.meal.items.map(({ labelSnapshot }) => labelSnapshot)).toEqual([
      "Rice",
      "Chicken",
      "Salad",
    ]);
    expect(agenda.meal.dueAt?.toISOString()).toBe(`${agenda.localDate}T12:30:00.000Z`);
    expect(agenda.supplement.items.map(({ bulkEligible }) => bulkEligible)).toEqual([true, false]);
    expect(agenda.water.actionSchema.dailyTarget).toBe(2_500);
  });

  test("a second delivery of the same event finds the task and writes nothing", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.meal);
    expect(await materialise(assignmentId)).toHaveLength(1);
    const once = await countRows(owner);
    expect(await materialise(assignmentId)).toEqual([]);
    expect(await countRows(owner)).toEqual(once);
  });

  test("eight deliveries at once make one set of rows and one event each", async () => {
    const owner = await buildAgendaOwner(em);
    const meal = await buildAssignment(em, owner, planBodies.meal);
    const water = await buildAssignment(em, owner, planBodies.water);
    const made = await Promise.all(
      [meal, water, meal, water, meal, water, meal, water].map(materialise),
    );
    expect(made.flat()).toHaveLength(2);
    expect(await countRows(owner)).toEqual({
      tasks: 2,
      items: 3,
      history: 2,
      days: 1,
      changes: 1,
      seq: 1,
      events: 2,
    });
  });

  test("the table itself keeps a second task of the same source and day out, its items too", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.meal);
    const [task] = await materialise(assignmentId);
    if (!task) throw new Error("The plan made no task");
    const id = crypto.randomUUID();
    const again = {
      ...task,
      id,
      items: task.items.map((item) => ({ ...item, id: crypto.randomUUID(), taskId: id })),
    };
    const inserted = await transact(em, (tx) =>
      insertTasks(tx, [{ task: again, eventId: crypto.randomUUID() }]),
    );
    expect(inserted).toEqual([]);
    expect(await countRows(owner)).toMatchObject({ tasks: 1, items: 3, history: 1 });
  });

  test("the projected day is computed from its rows", async () => {
    const owner = await buildAgendaOwner(em);
    const { localDate, relationshipId } = { ...(await buildAgenda(em, owner)), ...owner };
    const tasks = await listDayTasks(em.fork(), relationshipId, [localDate]);
    const day = await em.fork().findOneOrFail(AgendaDay, { relationshipId, localDate });
    expect(day).toMatchObject({
      timezone: "UTC",
      projectionVersion: 5,
      taskCount: 5,
      completedCount: 0,
      agendaChecksum: await agendaChecksum(tasks),
    });
  });

  test("the day is the relationship's: in Kathmandu and on the other side of the date line", async () => {
    for (const timezone of ["Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const owner = await buildAgendaOwner(em, { timezone });
      const agenda = await buildAgenda(em, owner);
      expect(agenda.meal).toMatchObject({ localDate: await today(owner), timezone });
      expect(localDateOf(agenda.meal.dueAt ?? new Date(0), timezone)).toBe(agenda.localDate);
    }
  });

  test("a plan that does not fall on the day makes nothing, and is not asked again that day", async () => {
    const owner = await buildAgendaOwner(em);
    const otherDays = WEEKDAYS.filter((_, index) => index + 1 !== isoWeekday(dateOfNow()));
    const assignmentId = await buildAssignment(em, owner, {
      ...planBodies.habit,
      recurrence: { kind: "WEEKDAYS", weekdays: otherDays },
    });
    expect(await materialise(assignmentId)).toEqual([]);
    const assignment = await em.fork().findOneOrFail(PlanAssignment, assignmentId);
    expect(assignment.materialisedDate).toBe(await today(owner));
    expect((await countRows(owner)).seq).toBe(0);
  });

  test("a relationship that was paused meanwhile gets its tasks when it is open again", async () => {
    const owner = await buildAgendaOwner(em);
    const assignmentId = await buildAssignment(em, owner, planBodies.habit);
    await setStatus(owner, "PAUSED");
    expect(await materialise(assignmentId)).toEqual([]);
    expect(await materialiseDueDays(em)).toMatchObject({ taskCount: 0 });
    await setStatus(owner, "ACTIVE");
    expect(await materialiseDueDays(em)).toMatchObject({ taskCount: 1 });
  });
});

describe("the daily sweep", () => {
  test("gives every relationship the tasks of the next day once it has begun there, and only once", async () => {
    const here = await buildAgendaOwner(em);
    const there = await buildAgendaOwner(em, { timezone: "Australia/Lord_Howe" });
    await buildAgenda(em, here);
    await buildAgenda(em, there);
    expect(await materialiseDueDays(em)).toEqual({
      taskCount: 0,
      relationshipCount: 0,
      full: false,
    });
    await moveClock(ownerUrl, DAY_SECONDS);
    while ((await materialiseDueDays(em)).full);
    for (const owner of [here, there]) {
      const tasks = await listDayTasks(em.fork(), owner.relationshipId, [await today(owner)]);
      expect(tasks).toHaveLength(5);
      expect(await countRows(owner)).toMatchObject({ tasks: 10, days: 2, seq: 2, events: 10 });
    }
    expect(await materialiseDueDays(em)).toMatchObject({ relationshipCount: 0 });
  });

  test("takes at most 50 relationships at a time", async () => {
    const owners = await buildMany(60);
    const first = await materialiseDueDays(em);
    expect(first).toEqual({ taskCount: 50, relationshipCount: 50, full: true });
    expect(await materialiseDueDays(em)).toEqual({
      taskCount: 10,
      relationshipCount: 10,
      full: false,
    });
    for (const owner of owners) expect((await countRows(owner)).tasks).toBe(1);
  });

  test("passes over a relationship that somebody is writing to, and finds it again", async () => {
    const owner = await buildAgendaOwner(em);
    await buildAssignment(em, owner, planBodies.habit);
    await transact(em, async (tx) => {
      await lockScope(tx, owner.relationshipId);
      expect(await materialiseDueDays(em)).toMatchObject({ taskCount: 0, relationshipCount: 1 });
    });
    expect(await materialiseDueDays(em)).toMatchObject({ taskCount: 1 });
  });

  test("costs as many statements for fifty relationships as for one", async () => {
    const count = async (owners: readonly AgendaOwner[]) => {
      const ids = owners.map(({ relationshipId }) => relationshipId);
      const { result, statements } = await recordStatements(() =>
        transact(em, (tx) => materialiseDay(tx, ids)),
      );
      expect(result).toHaveLength(owners.length);
      return statements;
    };
    const one = await count(await buildMany(1));
    expect(one).toHaveLength(11);
    expect(await count(await buildMany(50))).toEqual(one);
  });

  test("an assignment past its last day is ended on the way", async () => {
    const owner = await buildAgendaOwner(em);
    const day = await today(owner);
    const { planId } = await makePlan(owner, planBodies.habit);
    const assignment = await assign(owner, planId, { startDate: day, endDate: day });
    await materialise(assignment.id);
    await moveClock(ownerUrl, DAY_SECONDS);
    expect(await materialiseDueDays(em)).toMatchObject({ taskCount: 0, relationshipCount: 1 });
    const ended = await em.fork().findOneOrFail(PlanAssignment, assignment.id);
    expect(ended.status).toBe("ENDED");
    expect(await materialiseDueDays(em)).toMatchObject({ relationshipCount: 0 });
  });
});

describe("assigning a plan", () => {
  test("begins on the present local day of the relationship and tells of it by the kind of the plan", async () => {
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

  test("the same plan is not assigned twice, also by eight coaches at once", async () => {
    const owner = await buildAgendaOwner(em);
    const { planId } = await makePlan(owner, planBodies.habit);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(assign(owner, planId))),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(outcomes.filter((code) => code === "STATE_CONFLICT")).toHaveLength(7);
  });

  test("an ended one makes room for the next, and so does one past its last day", async () => {
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

  test("a paused or ended relationship takes no plans", async () => {
    for (const status of ["PAUSED", "ENDED"] as const) {
      const owner = await buildAgendaOwner(em, { status });
      const { planId } = await makePlan(owner, planBodies.habit);
      expect(await codeOf(assign(owner, planId))).toBe("RELATIONSHIP_INACTIVE");
    }
  });

  test("a plan or a relationship of another workspace is not found", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    const { planId } = await makePlan(other, planBodies.habit);
    expect(await codeOf(assign(owner, planId))).toBe("NOT_FOUND");
    const foreign = { ...other, relationshipId: owner.relationshipId };
    expect(await codeOf(assign(foreign, planId))).toBe("NOT_FOUND");
    const unknown = { ...other, relationshipId: crypto.randomUUID() };
    expect(await codeOf(assign(unknown, planId))).toBe("NOT_FOUND");
  });

  test("an archived plan is assigned no more, but goes on where it was", async () => {
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

describe("ending an assignment", () => {
  test("cancels what the client has not touched and keeps the row; what was begun stays", async () => {
    const owner = await buildAgendaOwner(em);
    const agenda = await buildAgenda(em, owner);
    await em.fork().nativeUpdate(AgendaTask, { id: agenda.meal.id }, { status: "IN_PROGRESS" });
    await end(owner, agenda.habit.sourceId);
    await end(owner, agenda.meal.sourceId);
    const tasks = await listDayTasks(em.fork(), owner.relationshipId, [agenda.localDate]);
    const byId = new Map(tasks.map((task) => [task.id, task]));
    expect(byId.get(agenda.habit.id)).toMatchObject({
      status: "CANCELED",
      revision: 2,
      revisionBeforeRun: 1,
      changedByKind: "COACH",
      changedByLineageId: null,
      snapshot: agenda.habit.snapshot,
    });
    expect(byId.get(agenda.meal.id)).toMatchObject({ status: "IN_PROGRESS", revision: 1 });
  });

  test("is told: history, cursor, day and event", async () => {
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
    const change = await fork.findOneOrFail(ScopeChange, { relationshipId, seq: 2 });
    expect(change.changes).toEqual({ agenda_task: [habit.id] });
    const day = await fork.findOneOrFail(AgendaDay, { relationshipId, localDate });
    expect(day).toMatchObject({ taskCount: 4, projectionVersion: 6 });
    const events = await fork.find(OutboxRow, { subjectId: habit.id, version: 2 });
    expect(events.map(({ type }) => type)).toEqual(["DailyTaskStatusChanged"]);
  });

  test("ended again it stays as it is", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit } = await buildAgenda(em, owner);
    const first = await end(owner, habit.sourceId);
    const second = await end(owner, habit.sourceId);
    expect(second.updatedAt).toEqual(first.updatedAt);
    expect((await countRows(owner)).seq).toBe(2);
  });

  test("no task comes of it on later days", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit, localDate } = await buildAgenda(em, owner);
    await end(owner, habit.sourceId);
    await moveClock(ownerUrl, DAY_SECONDS);
    while ((await materialiseDueDays(em)).full);
    const next = await listDayTasks(em.fork(), owner.relationshipId, [dayAfter(localDate)]);
    expect(next).toHaveLength(4);
  });

  test("in an ended relationship it is refused, in another relationship not found", async () => {
    const owner = await buildAgendaOwner(em);
    const other = await buildAgendaOwner(em);
    const { habit } = await buildAgenda(em, owner);
    expect(await codeOf(end(other, habit.sourceId))).toBe("NOT_FOUND");
    await setStatus(owner, "ENDED");
    expect(await codeOf(end(owner, habit.sourceId))).toBe("RELATIONSHIP_INACTIVE");
  });
});

async function makePlan(owner: AgendaOwner, content: CreatePlan): Promise<{ planId: string }> {
  const { workspaceId, coachUserId } = owner;
  const { plan } = await transact(em, (tx) =>
    createPlan(tx, { workspaceId, createdByUserId: coachUserId, content }),
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
      endedByUserId: coachUserId,
      requestId: null,
    }),
  );
}

async function buildMany(count: number): Promise<readonly AgendaOwner[]> {
  const owners: AgendaOwner[] = [];
  while (owners.length < count) {
    const owner = await buildAgendaOwner(em);
    await buildAssignment(em, owner, planBodies.habit);
    owners.push(owner);
  }
  return owners;
}

function dateOfNow(): string {
  return new Date().toISOString().slice(0, 10);
}
