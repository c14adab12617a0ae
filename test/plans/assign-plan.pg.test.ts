import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { materialiseAssignment } from "../../activities/agenda/materialise-assignment.ts";
import { archivePlan } from "../../activities/plans/archive-plan.ts";
import { assignPlan } from "../../activities/plans/assign-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { endAssignment } from "../../activities/plans/end-assignment.ts";
import type { CreatePlan } from "../../contract/plans/schema.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { buildCoach } from "../factories/identity.ts";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/move-clock.ts";
import { buildAssignment, planBodies, type AgendaOwner } from "../factories/plans.ts";
import { openTestDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";

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
