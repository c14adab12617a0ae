import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { materialiseAssignment } from "../../activities/agenda/materialise-assignment.ts";
import { materialiseDay } from "../../activities/agenda/materialise-day.ts";
import { materialiseDueDays } from "../../activities/agenda/materialise-due-days.ts";
import { assignPlan } from "../../activities/plans/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import type { CreatePlan } from "../../contract/plans/schema.ts";
import { lineOf } from "../../db/flight.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { openDatabase } from "../../db/orm.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/move-clock.ts";
import { buildAgenda, buildAssignment, planBodies, type AgendaOwner } from "../factories/plans.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
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

const today = async (owner: AgendaOwner) => localDateOf(await clockNow(em.fork()), owner.timezone);

const materialise = (assignmentId: string) =>
  transact(em, (tx) => materialiseAssignment(tx, { assignmentId, requestId: "request-1" }));

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
      const tasks = await listDayTasks(lineOf(em.fork()), owner.relationshipId, [
        await today(owner),
      ]);
      expect(tasks).toHaveLength(5);
      expect(await countAgendaRows(em, owner)).toMatchObject({
        tasks: 10,
        days: 2,
        seq: 3,
        events: 10,
      });
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
    for (const owner of owners) expect((await countAgendaRows(em, owner)).tasks).toBe(1);
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

async function buildMany(count: number): Promise<readonly AgendaOwner[]> {
  const owners: AgendaOwner[] = [];
  while (owners.length < count) {
    const owner = await buildAgendaOwner(em);
    await buildAssignment(em, owner, planBodies.habit);
    owners.push(owner);
  }
  return owners;
}
