import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { spreadRevisions } from "../../activities/agenda/calendar/spread-revisions.ts";
import { planAssignmentSchema, planSchema } from "../../contract/plans/schema.ts";
import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { addDays } from "../../rules/local-day.ts";
import { sha256 } from "../../rules/sha256.ts";
import { isStatement } from "../factories/db/explain.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  snapshot,
  syncPath,
} from "../factories/sync/phone.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
});

const squat = {
  exerciseKey: "squat",
  name: "Back squat",
  sets: [{ repetitions: 5, grams: 80_000 }, { repetitions: 5 }],
  restSeconds: 120,
  notes: "Slowly.",
  alternatives: [{ name: "Leg press" }],
  skipPolicy: "WITH_REASON",
};
const program = {
  kind: "PROGRAM",
  title: "Strength",
  weeks: [
    {
      days: [
        { dayNumber: 1, title: "Legs", exercises: [squat] },
        { dayNumber: 3, title: "Legs again", exercises: [squat] },
      ],
    },
    { days: [{ dayNumber: 1, title: "Heavy legs", exercises: [squat] }] },
  ],
  reviewWanted: true,
};

const plansOf = ({ pair }: Phone) => `/api/v1/workspaces/${pair.workspaceId}/plans`;

describe("the program that a client follows", () => {
  test("is complete in a full read, with the dates of its days", async () => {
    expect((await snapshot(api, phone)).assignment).toBeNull();
    const { plan, given } = await assign();
    const { assignment } = await snapshot(api, phone);
    expect(assignment).toEqual({
      assignmentId: given.assignmentId,
      planId: plan.planId,
      planRevision: 1,
      followsNewer: true,
      status: "ACTIVE",
      startDate: given.startDate,
      endDate: null,
      program: plan.content,
      days: [0, 2, 7].map((programDay) => ({
        localDate: addDays(given.startDate, programDay),
        programDay,
      })),
      updatedAt: given.updatedAt,
    });
    expect(assignment?.program.weeks[0]?.days[0]?.exercises[0]).toMatchObject(squat);
  });

  test("is in a delta if it changed, and absent if it did not", async () => {
    const { serverCursor: before } = await snapshot(api, phone);
    expect(await snapshot(api, phone, { since: before })).not.toHaveProperty("assignment");
    const { given } = await assign();
    const delta = await snapshot(api, phone, { since: before });
    expect(delta.assignment).toMatchObject({ assignmentId: given.assignmentId });
    expect(delta.changes).toContainEqual({
      entityType: "plan_assignment",
      entityId: given.assignmentId,
      path: `${syncPath(phone.relationshipId)}?deviceId=${phone.deviceId}`,
      reason: "CHANGED",
    });
    const { serverCursor: since } = delta;
    expect(await snapshot(api, phone, { since })).not.toHaveProperty("assignment");
    await assign({}, { kind: "HABIT", title: "Walk", recurrence: { rrule: "FREQ=DAILY" } });
    expect(await snapshot(api, phone, { since })).not.toHaveProperty("assignment");
    await asCoach("POST", `${assignmentsOf(phone)}/${given.assignmentId}/end`);
    expect((await snapshot(api, phone, { since })).assignment).toBeNull();
    expect((await snapshot(api, phone)).assignment).toBeNull();
  });

  test("switches to a newer revision with the sweep, and devices are notified", async () => {
    const { plan, given } = await assign();
    const { serverCursor: since } = await snapshot(api, phone);
    const [first] = program.weeks;
    await publishNext(plan.planId, { ...program, title: "Stronger", weeks: [first, first, first] });
    expect(await snapshot(api, phone, { since })).not.toHaveProperty("assignment");
    await spread();
    const { assignment } = await snapshot(api, phone, { since });
    expect(assignment).toMatchObject({ planRevision: 2, program: { title: "Stronger" } });
    expect(assignment?.days.map(({ programDay }) => programDay)).toEqual([0, 2, 7, 9, 14, 16]);
    expect(assignment?.days[5]?.localDate).toBe(addDays(given.startDate, 16));
  });

  test("disappears after its last day, and devices are notified", async () => {
    const { given } = await assign({ endDate: addDays(phone.agenda.localDate, 1) });
    const { serverCursor: since, assignment } = await snapshot(api, phone);
    expect(assignment).toMatchObject({ endDate: given.endDate });
    expect(assignment?.days).toHaveLength(1);
    await moveClock(api.database.ownerUrl, 2 * 86_400);
    await scanAllCalendars(api.deps.database.em);
    expect((await snapshot(api, phone, { since })).assignment).toBeNull();
  });

  test("is not shown while it is paused", async () => {
    const { given } = await assign();
    const { em } = api.deps.database;
    const { assignmentId: id } = given;
    await em.fork().nativeUpdate(PlanAssignment, { id }, { status: "PAUSED" });
    expect((await snapshot(api, phone)).assignment).toBeNull();
  });

  test("has a digest that a device can compute from the answer", async () => {
    const empty = sliceOf(await snapshot(api, phone));
    expect(empty?.digest).toBe(await sliceDigest([], sha256));
    const { plan } = await assign();
    const full = await snapshot(api, phone);
    const { assignmentId: id = "", updatedAt: revision = "" } = full.assignment ?? {};
    const digest = await sliceDigest([{ id, revision }], sha256);
    expect(sliceOf(full)?.digest).toBe(digest);
    const { serverCursor: since } = full;
    const query = { since, digests: `assignment=${digest}` };
    expect((await snapshot(api, phone, query)).slices).toEqual([]);
    await publishNext(plan.planId, { ...program, title: "Stronger" });
    await spread();
    const [differing] = (await snapshot(api, phone, query)).slices;
    expect(differing).toMatchObject({ slice: "assignment" });
    expect(differing?.digest).not.toBe(digest);
  });

  test("takes as many statements to read as no program", async () => {
    const statements = async () =>
      (await recordStatements(() => snapshot(api, phone))).sent.filter(isStatement).length;
    await statements();
    const without = await statements();
    await assign();
    expect(await statements()).toBe(without);
  });

  test("is shown to no other client, and to nobody without a token", async () => {
    await assign();
    const stranger = await buildPhone(api, issuer);
    const foreign = { ...phone, token: stranger.token, deviceId: stranger.deviceId };
    expect(refusalOf(await ask(api, foreign))).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect((await snapshot(api, stranger)).assignment).toBeNull();
    const answer = await ask(api, phone, {}, { token: "" });
    expect(answer.status).toBe(401);
  });
});

function assignmentsOf({ pair }: Phone) {
  return `/api/v1/workspaces/${pair.workspaceId}/relationships/${pair.relationshipId}/plan-assignments`;
}

function asCoach(method: string, path: string, request: TestRequest = {}) {
  return api.call(method, path, { token: phone.pair.coachToken, key: randomUUID(), ...request });
}

async function assign(changes: object = {}, content: object = program) {
  const made = await asCoach("POST", plansOf(phone), { body: { content, publish: true } });
  const plan = planSchema.parse(made.data);
  const body = { planId: plan.planId, ...changes };
  const given = await asCoach("POST", assignmentsOf(phone), { body });
  expect(given.status).toBe(201);
  return { plan, given: planAssignmentSchema.parse(given.data) };
}

function sliceOf({ slices }: Awaited<ReturnType<typeof snapshot>>) {
  return slices.find(({ slice }) => slice === "assignment");
}

async function publishNext(planId: string, content: object) {
  const draft = { content, expectedDraftRevision: 1 };
  await asCoach("PUT", `${plansOf(phone)}/${planId}/draft`, { body: draft });
  const body = { expectedDraftRevision: 2 };
  await asCoach("POST", `${plansOf(phone)}/${planId}/publish`, { body });
}

function spread() {
  return spreadRevisions(
    { em: api.deps.database.em, log: pino({ level: "silent" }) },
    { after: null },
  );
}
