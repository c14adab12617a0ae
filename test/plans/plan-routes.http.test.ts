import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { planPageSchema, planSchema } from "../../contract/plans/schema.ts";
import { Plan } from "../../db/plans/plan.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const pair = await buildSignedInPair(api.deps.database.em, issuer);

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
const water = {
  ...habit,
  title: "Drink",
  metric: {
    metricKind: "WATER",
    unit: "ml",
    min: 50,
    max: 2_000,
    target: 2_500,
    mode: "ACCUMULATE",
  },
};

/** A plan to be created and published at once. */
const published = (content: object) => ({ content, publish: true });

const plansOf = ({ workspaceId }: SignedInPair) => `/api/v1/workspaces/${workspaceId}/plans`;

const pointersOf = (body: Record<string, unknown>) => JSON.stringify(body["errors"]);

describe("creating a plan", () => {
  test("stores a meal with items in their order", async () => {
    const answer = await asCoach("POST", plansOf(pair), { body: published(meal) });
    expect(answer.status).toBe(201);
    const plan = planSchema.parse(answer.data);
    expect(plan).toMatchObject({
      workspaceId: pair.workspaceId,
      kind: "MEAL",
      title: "Lunch",
      content: { recurrence: meal.recurrence, dueTime: "12:30" },
      draft: null,
      status: "PUBLISHED",
      revision: 1,
      createdByUserId: pair.coach.userId,
    });
    expect(plan.content).toMatchObject({
      items: [
        { label: "Rice", amount: "150 g", bulkEligible: true },
        { label: "Salad", amount: null, bulkEligible: false },
      ],
    });
  });

  test("stores a habit that counts a metric", async () => {
    expect((await makePlan(water)).content).toMatchObject({ metric: water.metric });
  });

  test("with the same key and body returns the same plan, created once", async () => {
    const request = { key: randomUUID(), body: published(habit) };
    const first = await asCoach("POST", plansOf(pair), request);
    const second = await asCoach("POST", plansOf(pair), request);
    expect(second.data).toEqual(first.data);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    const other = await asCoach("POST", plansOf(pair), { ...request, body: published(water) });
    expect(codeOf(other)).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test("with one key creates one plan, even if the workspace id is spelled in capitals", async () => {
    const request = { key: randomUUID(), body: published(habit) };
    const first = await asCoach("POST", plansOf(pair), request);
    const capital = plansOf({ ...pair, workspaceId: pair.workspaceId.toUpperCase() });
    const second = await asCoach("POST", capital, request);
    expect([second.status, second.data]).toEqual([201, first.data]);
  });

  test("is limited to a thousand plans per workspace; archived ones do not count", async () => {
    const { em } = api.deps.database;
    const full = await buildSignedInPair(em, issuer);
    const make = () =>
      api.call("POST", plansOf(full), {
        token: full.coachToken,
        key: randomUUID(),
        body: published(habit),
      });
    const { planId } = planSchema.parse((await make()).data);
    const { id: _id, ...row } = await em.fork().findOneOrFail(Plan, planId);
    const copies = Array.from({ length: 998 }, () => ({ ...row, id: randomUUID() }));
    await em.fork().insertMany(Plan, copies);
    // One of eight concurrent requests takes the last place.
    const last = await Promise.all(Array.from({ length: 8 }, make));
    const codes = last.map((answer) => (answer.status === 201 ? "made" : codeOf(answer)));
    expect(codes.toSorted()).toEqual([...Array<string>(7).fill("409 PLAN_LIMIT_REACHED"), "made"]);
    await em.fork().nativeUpdate(Plan, { id: planId }, { status: "ARCHIVED" });
    expect((await make()).status).toBe(201);
  });

  test.each([
    ["without a key", habit, { key: undefined }, "/headers"],
    ["without a title", { ...habit, title: " " }, {}, "/title"],
    ["of an unknown kind", { ...habit, kind: "WORKOUT" }, {}, "/kind"],
    ["with items on a habit with a metric", { ...water, items: meal.items }, {}, "/items"],
    [
      "with items on a measurement",
      { ...meal, kind: "MEASUREMENT", metrics: [water.metric] },
      {},
      "",
    ],
    [
      "with a snooze of 15 minutes",
      { ...habit, snooze: { minutes: [15] } },
      {},
      "/snooze/minutes/0",
    ],
    [
      "with a snooze of 10 minutes twice",
      { ...habit, snooze: { minutes: [10, 10] } },
      {},
      "/snooze/minutes",
    ],
    ["with four snoozes", { ...habit, snooze: { most: 4 } }, {}, "/snooze/most"],
    ["with a snooze on a meal", { ...meal, snooze: {} }, {}, ""],
    ["with a key of two words", asking({ key: "a b" }), {}, "/items/0/inputs/0/key"],
    ["with a choice without options", asking({ type: "choice" }), {}, "/items/0/inputs/0/choices"],
    ["with a text from 1", asking({ min: 1 }), {}, "/items/0/inputs/0/type"],
    [
      "with a number from 2 to 1",
      asking({ type: "number", min: 2, max: 1 }),
      {},
      "/items/0/inputs/0/max",
    ],
    ["with one key for two inputs", asking({}, {}), {}, "/items/0/inputs"],
    ["without items on a meal", { ...meal, items: [] }, {}, "/items"],
    ["with 51 items", { ...meal, items: Array(51).fill(meal.items[0]) }, {}, "/items"],
    ["with a metric on a meal", { ...meal, metric: water.metric }, {}, ""],
    ["on no weekday", { ...habit, recurrence: { rrule: "FREQ=WEEKLY;BYDAY=" } }, {}, "/recurrence"],
    [
      "with a date excluded twice",
      { ...habit, recurrence: { rrule: "FREQ=DAILY", exdates: ["2026-12-24", "2026-12-24"] } },
      {},
      "/recurrence/exdates",
    ],
    ["due at an invalid time", { ...habit, dueTime: "25:00" }, {}, "/dueTime"],
    [
      "with min above max",
      { ...water, metric: { ...water.metric, min: 3_000 } },
      {},
      "/metric/max",
    ],
    [
      "with four decimals",
      { ...water, metric: { ...water.metric, min: 0.0001 } },
      {},
      "/metric/min",
    ],
    ["with an unknown field", { ...habit, colour: "red" }, {}, ""],
  ])("is malformed %s", async (_, content, request, pointer) => {
    const body = published(content);
    const { key, ...rest } = { key: randomUUID(), ...request };
    const keyed = key === undefined ? rest : { key, ...rest };
    const answer = await api.call("POST", plansOf(pair), {
      token: pair.coachToken,
      body,
      ...keyed,
    });
    expect(codeOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(pointersOf(answer.body)).toContain(pointer);
  });
});

describe("reading and archiving plans", () => {
  test("one plan is read as it was created", async () => {
    const plan = await makePlan(meal);
    const answer = await asCoach("GET", `${plansOf(pair)}/${plan.planId}`);
    expect(answer.data).toEqual(plan);
  });

  test("plans are listed newest first, page by page, by status", async () => {
    const own = await buildSignedInPair(api.deps.database.em, issuer);
    const call = (path: string) => api.call("GET", path, { token: own.coachToken });
    const made: string[] = [];
    for (const body of [habit, meal, water]) {
      const answer = await api.call("POST", plansOf(own), {
        token: own.coachToken,
        key: randomUUID(),
        body: published(body),
      });
      made.push(planSchema.parse(answer.data).planId);
    }
    const first = planPageSchema.parse((await call(`${plansOf(own)}?limit=2`)).data);
    expect(first.items.map(({ planId }) => planId)).toEqual([made[2], made[1]]);
    expect(first.items[1]).toMatchObject({ title: "Lunch", revision: 1, hasDraft: false });
    for (const item of first.items) {
      expect(item).not.toHaveProperty("content");
      expect(item).not.toHaveProperty("draft");
    }
    const cursor = encodeURIComponent(first.nextCursor ?? "");
    const next = await call(`${plansOf(own)}?limit=2&cursor=${cursor}`);
    expect(planPageSchema.parse(next.data)).toMatchObject({
      items: [{ planId: made[0] }],
      nextCursor: null,
    });
    const archived = await call(`${plansOf(own)}?status=ARCHIVED`);
    expect(archived.data).toEqual({ items: [], nextCursor: null });
    const elsewhere = await call(`${plansOf(own)}?status=PUBLISHED&cursor=${cursor}`);
    expect(codeOf(elsewhere)).toBe("400 CURSOR_INVALID");
  });

  test("a plan that is archived twice is archived once", async () => {
    const { planId } = await makePlan();
    const path = `${plansOf(pair)}/${planId}/archive`;
    const first = await asCoach("POST", path);
    const second = await asCoach("POST", path);
    expect(first).toMatchObject({ status: 200, data: { planId, status: "ARCHIVED" } });
    expect(second.data).toEqual(first.data);
  });

  test("an archived plan is assigned no more", async () => {
    const { planId } = await makePlan();
    await asCoach("POST", `${plansOf(pair)}/${planId}/archive`);
    const answer = await asCoach("POST", assignmentsOf(pair), { body: { planId } });
    expect(codeOf(answer)).toBe("409 STATE_CONFLICT");
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
  const body = published(content);
  const answer = await asCoach("POST", plansOf(pair), { body });
  return planSchema.parse(answer.data);
}

function codeOf({ status, body }: { status: number; body: Record<string, unknown> }) {
  return `${status} ${String(body["code"])}`;
}

/** A habit whose only item asks for these inputs. */
function asking(...inputs: readonly object[]) {
  return {
    ...habit,
    items: [
      {
        label: "Neck",
        inputs: inputs.map((own) => ({ key: "a", type: "text", required: true, ...own })),
      },
    ],
  };
}
