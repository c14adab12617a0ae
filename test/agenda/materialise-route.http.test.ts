import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { materialiseForEvent } from "../../activities/agenda/calendar/materialise-for-event.ts";
import {
  materialiseDaysSchema,
  materialisedDaysSchema,
} from "../../contract/agenda/materialise/schema.ts";
import { User } from "../../db/accounts/user.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { newId } from "../../db/platform/new-id.ts";
import { IdempotencyKeyRow } from "../../db/platform/idempotency-key-row.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { countAgendaRows } from "../factories/agenda/agenda-rows.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { refusalOf, somebody } from "../factories/accounts/people.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../factories/plans/plans.ts";
import type { TestRequest } from "../harness/api.ts";
import { MACHINE_CLAIMS } from "../harness/test-issuer.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const token = await issuer.sign({ claims: MACHINE_CLAIMS });

const ROUTE = "/api/v1/internal/daily-execution/materialize";
const today = () => localDateOf(new Date(), "UTC");

const rowsOf = (owner: AgendaOwner) => countAgendaRows(api.deps.database.em, owner);

describe("Materialising is refused", () => {
  test("without a token and to a person, and a service may call nothing else", async () => {
    const body = bodyOf([newId()]);
    expect(refusalOf(await api.call("POST", ROUTE, { body }))).toBe("401 UNAUTHENTICATED");
    const person = await somebody(issuer).token("COACH_MOBILE");
    expect(refusalOf(await ask(body, { token: person }))).toBe("403 FORBIDDEN");
    expect(await keysOf(body.sourceEventId)).toEqual([]);
    const elsewhere = await api.call("GET", "/api/v1/client/today", { token });
    expect(refusalOf(elsewhere)).toBe("401 UNAUTHENTICATED");
  });
});

describe("A malformed request to materialise", () => {
  test.each<readonly [string, object, string]>([
    ["no relationship", { relationshipIds: [] }, "/relationshipIds"],
    ["no id", { relationshipIds: ["x"] }, "/relationshipIds/0"],
    ["no event", { sourceEventId: undefined }, "/sourceEventId"],
    ["an event id with spaces", { sourceEventId: "a b" }, "/sourceEventId"],
    ["no reason", { reason: " " }, "/reason"],
    ["a window that ends before it begins", { to: "2020-01-01" }, "/to"],
    ["a window of 32 days", { from: "2026-01-01", to: "2026-02-01" }, "/to"],
    ["an invalid day", { from: "2026-02-30" }, "/from"],
    ["an unknown context", { sourceContext: "WEATHER" }, "/sourceContext"],
    ["an unknown field", { status: "x" }, "/status"],
  ])("with %s is refused with its pointer", async (_, changes, pointer) => {
    const answer = await ask(bodyOf([newId()], changes));
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  });

  test("with 10,001 relationships is refused; 10,000 are accepted", async () => {
    const ids = Array.from({ length: 10_001 }, () => newId());
    const tooMany = await ask(bodyOf(ids));
    expect(refusalOf(tooMany)).toBe("400 VALIDATION_FAILED");
    expect(tooMany.body).toMatchObject({ errors: [{ pointer: "/relationshipIds" }] });
    const body = bodyOf(ids.slice(1));
    const { skipped, replayed } = await opened(body);
    expect([skipped.length, replayed]).toEqual([10_000, false]);
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(["UNKNOWN"]));
    expect(await keysOf(body.sourceEventId)).toHaveLength(200);
  }, 120_000);
});

describe("Opening the days of relationships", () => {
  test("creates their tasks in slices of fifty and returns what changed", async () => {
    const owners = [await buildOwner(), await buildOwner()];
    const known = owners.map(({ relationshipId }) => relationshipId);
    const unknown = Array.from({ length: 99 }, () => newId());
    const body = bodyOf([...known, ...unknown, ...known]);
    const answer = await opened(body);
    expect(answer).toEqual({
      sourceEventId: body.sourceEventId,
      replayed: false,
      materializedCount: 4,
      changedDates: [today()],
      projectionVersions: known
        .toSorted()
        .map((relationshipId) => ({ relationshipId, localDate: today(), projectionVersion: 2 })),
      outboxEventCount: 2,
      skipped: unknown.toSorted().map((relationshipId) => ({ relationshipId, reason: "UNKNOWN" })),
    });
    for (const owner of owners) {
      expect(await rowsOf(owner)).toMatchObject({ tasks: 2, days: 1, events: 2 });
    }
    const keys = await keysOf(body.sourceEventId);
    expect(keys.map(({ key }) => key)).toEqual(
      [0, 1, 2].map((index) => `${body.sourceEventId}/${index}`),
    );
    expect(keys.every(({ answer: kept }) => kept?.includes(body.reason))).toBe(true);
  });

  test("returns the first response to a repeated event, in any order of ids", async () => {
    const owner = await buildOwner();
    const other = newId();
    const sourceIds = [owner.mealId, owner.habitId];
    const body = bodyOf([owner.relationshipId, other], { sourceIds });
    const first = await opened(body);
    const before = await rowsOf(owner);
    const again = await opened({
      ...body,
      relationshipIds: body.relationshipIds.toReversed(),
      sourceIds: sourceIds.toReversed(),
    });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await rowsOf(owner)).toEqual(before);
  });

  test("opens those of a client who requested account deletion: they continue until then", async () => {
    const owner = await buildOwner();
    const em = api.deps.database.em.fork();
    await em.nativeUpdate(User, { id: owner.clientUserId }, { status: "PENDING_DELETION" });
    const answer = await opened(bodyOf([owner.relationshipId]));
    expect(answer).toMatchObject({ skipped: [], changedDates: [today()] });
  });

  test("refuses the same event with another body and changes nothing", async () => {
    const owner = await buildOwner();
    const before = await rowsOf(owner);
    const body = bodyOf([newId()]);
    await opened(body);
    const ids = [owner.relationshipId];
    const other = await ask({ ...body, relationshipIds: ids });
    expect(refusalOf(other)).toBe("409 SOURCE_EVENT_REUSED");
    expect(refusalOf(await ask({ ...body, reason: "Another" }))).toBe("409 SOURCE_EVENT_REUSED");
    expect(await rowsOf(owner)).toEqual(before);
  });

  test("changes nothing on a day that is already open", async () => {
    const owner = await buildOwner();
    await opened(bodyOf([owner.relationshipId]));
    const before = await rowsOf(owner);
    const answer = await opened(bodyOf([owner.relationshipId]));
    expect(answer).toMatchObject({
      replayed: false,
      materializedCount: 0,
      changedDates: [],
      projectionVersions: [],
      outboxEventCount: 0,
      skipped: [],
    });
    expect(await rowsOf(owner)).toEqual(before);
  });

  test("creates each task once when the event is delivered eight times at once", async () => {
    const owner = await buildOwner();
    const body = bodyOf([owner.relationshipId]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => opened(body)));
    expect(new Set(answers.map(({ materializedCount }) => materializedCount))).toEqual(
      new Set([2]),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await rowsOf(owner)).toMatchObject({ tasks: 2, events: 2 });
  });

  test("continues after an interruption and answers for all of it", async () => {
    const owners = [await buildOwner(), await buildOwner()];
    const [first = "", last = ""] = owners.map(({ relationshipId }) => relationshipId).toSorted();
    const body = materialiseDaysSchema.parse(bodyOf([...idsBetween(first, last, 60), last, first]));
    const origin = { caller: "service:x", method: "POST", route: ROUTE, requestId: "r" };
    let polls = 0;
    const stopsAfterOne = () => (polls += 1) > 1;
    const { em } = api.deps.database;
    await expect(
      materialiseForEvent(em, body, { ...origin, isStopping: stopsAfterOne }),
    ).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await em.fork().count(AgendaTask, { relationshipId: first })).toBe(2);
    expect(await em.fork().count(AgendaTask, { relationshipId: last })).toBe(0);
    const answer = await materialiseForEvent(em, body, { ...origin, isStopping: () => false });
    expect(answer).toMatchObject({ materializedCount: 4, outboxEventCount: 2, replayed: false });
    expect(await em.fork().count(AgendaTask, { relationshipId: last })).toBe(2);
  });
});

/** Ids between two others, without the two. */
function idsBetween(first: string, last: string, count: number): readonly string[] {
  const least = BigInt(`0x${first.replaceAll("-", "")}`);
  const step = (BigInt(`0x${last.replaceAll("-", "")}`) - least) / BigInt(count + 1);
  return Array.from({ length: count }, (_, index) => {
    const hex = (least + step * BigInt(index + 1)).toString(16).padStart(32, "0");
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `7${hex.slice(13, 16)}`];
    return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
  });
}

describe("A relationship is skipped with its reason and left unchanged", () => {
  async function skipOf(owner: AgendaOwner, changes: object = {}) {
    const before = await rowsOf(owner);
    const answer = await opened(bodyOf([owner.relationshipId], changes));
    expect(answer).toMatchObject({ materializedCount: 0, outboxEventCount: 0 });
    expect(await rowsOf(owner)).toEqual(before);
    return answer.skipped.map(({ reason }) => reason);
  }

  test.each(["PAUSED", "ENDED"] as const)("if %s", async (status) => {
    const owner = await buildOwner();
    await setRelationshipStatus(api.deps.database.em, owner.relationshipId, status);
    expect(await skipOf(owner)).toEqual([status]);
  });

  test("if its workspace or its client is suspended", async () => {
    const em = api.deps.database.em.fork();
    const [one, other] = [await buildOwner(), await buildOwner()];
    await em.nativeUpdate(CoachWorkspace, { id: one.workspaceId }, { status: "SUSPENDED" });
    await em.nativeUpdate(User, { id: other.clientUserId }, { status: "SUSPENDED" });
    expect([await skipOf(one), await skipOf(other)]).toEqual([["SUSPENDED"], ["SUSPENDED"]]);
  });

  test("if its present day is before or after the window", async () => {
    const owner = await buildOwner();
    const past = { from: "2026-01-01", to: "2026-01-02" };
    const ahead = { from: "2199-01-01", to: "2199-01-02" };
    expect(await skipOf(owner, past)).toEqual(["OUTSIDE_WINDOW"]);
    expect(await skipOf(owner, ahead)).toEqual(["OUTSIDE_WINDOW"]);
  });

  test("if it has none of the named sources", async () => {
    const owner = await buildOwner();
    expect(await skipOf(owner, { sourceContext: "FORMS" })).toEqual(["NO_SUCH_SOURCE"]);
    expect(await skipOf(owner, { sourceIds: [newId()] })).toEqual(["NO_SUCH_SOURCE"]);
    const crossed = { sourceContext: "NUTRITION", sourceIds: [owner.habitId] };
    expect(await skipOf(owner, crossed)).toEqual(["NO_SUCH_SOURCE"]);
    const meant = { sourceContext: "NUTRITION", sourceIds: [owner.mealId] };
    const answer = await opened(bodyOf([owner.relationshipId], meant));
    expect(answer).toMatchObject({ skipped: [], changedDates: [today()] });
  });
});

function bodyOf(relationshipIds: readonly string[], changes: object = {}) {
  return {
    sourceEventId: randomUUID(),
    relationshipIds,
    from: today(),
    to: today(),
    reason: "The night of the outage",
    ...changes,
  };
}

function ask(body: unknown, request: TestRequest = {}) {
  return api.call("POST", ROUTE, { token, body, ...request });
}

async function opened(body: unknown) {
  const { status, data } = await ask(body);
  expect(status).toBe(200);
  return materialisedDaysSchema.parse(data);
}

/** A relationship with a habit and a meal assigned, whose day was not opened yet. */
async function buildOwner(choice: Parameters<typeof buildAgendaOwner>[1] = {}) {
  const { em } = api.deps.database;
  const owner = await buildAgendaOwner(em, choice);
  const habitId = await buildAssignment(em, owner, planBodies.habit);
  const mealId = await buildAssignment(em, owner, planBodies.meal);
  return { ...owner, habitId, mealId };
}

function keysOf(sourceEventId: string) {
  return api.deps.database.em
    .fork()
    .find(IdempotencyKeyRow, { key: { $like: `${sourceEventId}/%` } }, { orderBy: { key: "asc" } });
}
