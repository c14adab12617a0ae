import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  planAssignmentPageSchema,
  planAssignmentSchema,
  planSchema,
} from "../../contract/plans/schema.ts";
import { RelationshipCalendar } from "../../db/agenda/calendar/relationship-calendar.ts";
import { addDays } from "../../rules/local-day.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const pair = await buildSignedInPair(api.deps.database.em, issuer);
const stranger = await buildSignedInPair(api.deps.database.em, issuer);

const habit = { kind: "HABIT", title: "Stretch", recurrence: { rrule: "FREQ=DAILY" } };
const meal = {
  kind: "MEAL",
  title: "  Lunch ",
  instructions: "Eat slowly.",
  recurrence: { rrule: "FREQ=WEEKLY;BYDAY=MO,FR" },
  dueTime: "12:30",
  items: [
    { label: "Rice", amount: "150 g" },
    { label: "Salad", bulkEligible: false },
  ],
};

const plansOf = ({ workspaceId }: SignedInPair) => `/api/v1/workspaces/${workspaceId}/plans`;

const pointersOf = (body: Record<string, unknown>) => JSON.stringify(body["errors"]);

describe("assigning a plan", () => {
  test("takes effect on the present local day, and is replayed by its key", async () => {
    const { planId } = await makePlan();
    const request = { key: randomUUID(), body: { planId } };
    const first = await asCoach("POST", assignmentsOf(pair), request);
    expect(first.status).toBe(201);
    expect(planAssignmentSchema.parse(first.data)).toMatchObject({
      planId,
      planRevision: 1,
      relationshipId: pair.relationshipId,
      workspaceId: pair.workspaceId,
      startDate: new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date()),
      endDate: null,
      status: "ACTIVE",
    });
    expect((await asCoach("POST", assignmentsOf(pair), request)).data).toEqual(first.data);
    const again = await asCoach("POST", assignmentsOf(pair), { body: { planId } });
    expect(codeOf(again)).toBe("409 STATE_CONFLICT");
  });

  test("accepts a first and a last day, the last not before the first", async () => {
    const { planId } = await makePlan();
    const backwards = { planId, startDate: "2027-02-02", endDate: "2027-02-01" };
    const refused = await asCoach("POST", assignmentsOf(pair), { body: backwards });
    expect(codeOf(refused)).toBe("400 VALIDATION_FAILED");
    expect(pointersOf(refused.body)).toContain("/endDate");
    const days = { startDate: "2027-02-01", endDate: "2027-02-01" };
    const answer = await asCoach("POST", assignmentsOf(pair), { body: { planId, ...days } });
    expect(answer).toMatchObject({ status: 201, data: days });
  });

  test.each([
    ["a revision by its number", { planRevision: 1 }],
    ["an invalid date", { startDate: "2027-02-30" }],
    ["an instant instead of a date", { endDate: "2027-02-03T00:00:00.000Z" }],
    ["a word instead of a boolean", { followsNewer: "no" }],
  ])("refuses %s", async (_, more) => {
    const { planId } = await makePlan();
    const refused = await asCoach("POST", assignmentsOf(pair), { body: { planId, ...more } });
    expect(codeOf(refused)).toBe("400 VALIDATION_FAILED");
  });

  test.each([
    ["began so long ago that its rule is over", { startDate: "2019-01-01" }, "/startDate"],
    ["ended in the past", { startDate: "2026-01-01", endDate: "2026-01-01" }, "/endDate"],
  ])("is refused where it would never create a task: it %s", async (_, days, pointer) => {
    const { planId } = await makePlan();
    const refused = await asCoach("POST", assignmentsOf(pair), { body: { planId, ...days } });
    expect(codeOf(refused)).toBe("400 VALIDATION_FAILED");
    expect(refused.body["errors"]).toMatchObject([{ pointer, code: "never_asks" }]);
    const { items } = planAssignmentPageSchema.parse(
      (await asCoach("GET", assignmentsOf(pair))).data,
    );
    expect(items.filter((item) => item.planId === planId)).toEqual([]);
  });

  test("appears in the list newest first, and ends once", async () => {
    const own = await buildSignedInPair(api.deps.database.em, issuer, { coach: pair.coach });
    const ids: string[] = [];
    for (const body of [habit, meal]) {
      const { planId } = await makePlan(body);
      const answer = await asCoach("POST", assignmentsOf(own), { body: { planId } });
      ids.push(planAssignmentSchema.parse(answer.data).assignmentId);
    }
    const path = `${assignmentsOf(own)}/${ids[0] ?? ""}/end`;
    const ended = await asCoach("POST", path);
    expect(ended).toMatchObject({ status: 200, data: { status: "ENDED" } });
    expect((await asCoach("POST", path)).data).toEqual(ended.data);
    const first = planAssignmentPageSchema.parse(
      (await asCoach("GET", `${assignmentsOf(own)}?limit=1`)).data,
    );
    const cursor = encodeURIComponent(first.nextCursor ?? "");
    const next = await asCoach("GET", `${assignmentsOf(own)}?limit=1&cursor=${cursor}`);
    expect(first.items).toMatchObject([{ assignmentId: ids[1], title: "Lunch", status: "ACTIVE" }]);
    expect(next.data).toMatchObject({
      items: [{ assignmentId: ids[0], title: "Stretch", status: "ENDED" }],
      nextCursor: null,
    });
  });

  test("shows that an assignment past its end creates no more tasks", async () => {
    const { em } = api.deps.database;
    const own = await buildSignedInPair(em, issuer, { coach: pair.coach });
    const once = { ...habit, recurrence: { rrule: "FREQ=DAILY;COUNT=1" } };
    for (const body of [habit, once]) {
      const { planId } = await makePlan(body);
      await asCoach("POST", assignmentsOf(own), { body: { planId } });
    }
    const listed = async () => (await asCoach("GET", assignmentsOf(own))).data;
    expect(await listed()).toMatchObject({ items: [{ courseOver: null }, { courseOver: null }] });
    const { relationshipId } = own;
    const { localDate } = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
    const later = { localDate: addDays(localDate, 1) };
    await em.fork().nativeUpdate(RelationshipCalendar, { relationshipId }, later);
    expect(await listed()).toMatchObject({
      items: [
        { status: "ACTIVE", courseOver: { message: { en: expect.stringContaining("run its") } } },
        { status: "ACTIVE", courseOver: null },
      ],
    });
  });

  test("is refused while the relationship is paused; an ended relationship is read-only", async () => {
    const own = await buildSignedInPair(api.deps.database.em, issuer, { coach: pair.coach });
    const { planId } = await makePlan();
    for (const status of ["PAUSED", "ENDED"] as const) {
      await setRelationshipStatus(api.deps.database.em, own.relationshipId, status);
      const answer = await asCoach("POST", assignmentsOf(own), { body: { planId } });
      expect(codeOf(answer)).toBe("403 RELATIONSHIP_INACTIVE");
    }
    expect((await asCoach("GET", assignmentsOf(own))).status).toBe(200);
  });
});

describe("every route of plans", () => {
  type Route = readonly [method: string, path: string, body?: object];

  const routes = async (): Promise<readonly Route[]> => {
    const { planId } = await makePlan();
    const { assignmentId } = await makeAssignment();
    return [
      ["POST", plansOf(pair), habit],
      ["GET", plansOf(pair)],
      ["GET", `${plansOf(pair)}/${planId}`],
      ["POST", `${plansOf(pair)}/${planId}/archive`],
      ["POST", assignmentsOf(pair), { planId }],
      ["GET", assignmentsOf(pair)],
      ["POST", `${assignmentsOf(pair)}/${assignmentId}/end`],
    ];
  };

  test("needs a token of a coach of this workspace; to others it does not exist", async () => {
    const outcome = async ([method, path, body]: Route, token?: string) => {
      const request = { key: randomUUID(), ...(body && { body }), ...(token && { token }) };
      return codeOf(await api.call(method, path, request));
    };
    for (const route of await routes()) {
      expect(await outcome(route)).toBe("401 UNAUTHENTICATED");
      expect(await outcome(route, pair.clientToken)).toMatch(/^403 /);
      expect(await outcome(route, stranger.coachToken)).toBe("404 NOT_FOUND");
    }
  });

  test("does not find ids of another workspace", async () => {
    const { planId } = await makePlan();
    const { assignmentId } = await makeAssignment();
    const foreign = [
      ["GET", `${plansOf(stranger)}/${planId}`],
      ["POST", `${plansOf(stranger)}/${planId}/archive`],
      ["POST", `${assignmentsOf(stranger)}/${assignmentId}/end`],
      [
        "GET",
        `/api/v1/workspaces/${stranger.workspaceId}/relationships/${pair.relationshipId}/plan-assignments`,
      ],
    ] as const;
    for (const [method, path] of foreign) {
      const key = method === "POST" ? { key: randomUUID() } : {};
      const answer = await api.call(method, path, { token: stranger.coachToken, ...key });
      expect(codeOf(answer)).toBe("404 NOT_FOUND");
    }
    const answer = await api.call("POST", assignmentsOf(stranger), {
      token: stranger.coachToken,
      key: randomUUID(),
      body: { planId },
    });
    expect(codeOf(answer)).toBe("404 NOT_FOUND");
  });
});

function assignmentsOf({ workspaceId, relationshipId }: SignedInPair) {
  return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
}

/** A call by the coach; a POST carries a fresh key by default. */
function asCoach(method: string, path: string, request: TestRequest = {}) {
  const key = method === "POST" ? { key: randomUUID() } : {};
  return api.call(method, path, { token: pair.coachToken, ...key, ...request });
}

async function makePlan(content: object = habit) {
  const body = { content, publish: true };
  const answer = await asCoach("POST", plansOf(pair), { body });
  return planSchema.parse(answer.data);
}

async function makeAssignment() {
  const { planId } = await makePlan();
  const answer = await asCoach("POST", assignmentsOf(pair), { body: { planId } });
  return planAssignmentSchema.parse(answer.data);
}

function codeOf({ status, body }: { status: number; body: Record<string, unknown> }) {
  return `${status} ${String(body["code"])}`;
}
