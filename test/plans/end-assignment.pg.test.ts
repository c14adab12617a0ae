import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { materialiseDueDays } from "../../activities/agenda/materialise-due-days.ts";
import { endAssignment } from "../../activities/plans/end-assignment.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { transact } from "../../db/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { setRelationshipStatus } from "../factories/identity.ts";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/move-clock.ts";
import { buildAgenda, type AgendaOwner } from "../factories/plans.ts";
import { openTestDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";
import { countAgendaRows } from "../factories/agenda-rows.ts";

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

const setStatus = (owner: AgendaOwner, status: RelationshipStatus) =>
  setRelationshipStatus(em, owner.relationshipId, status);

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
    const change = await fork.findOneOrFail(ScopeChange, { relationshipId, seq: 3 });
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
    expect((await countAgendaRows(em, owner)).seq).toBe(3);
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
