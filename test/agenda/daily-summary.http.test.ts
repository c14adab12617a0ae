import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { dailySummarySchema } from "../../contract/agenda/summary-schema.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { addDays } from "../../rules/local-day.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
import { isStatement } from "../factories/db/explain.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { buildPhone, type Phone, refusalBody, refusalOf, sync } from "../factories/sync/phone.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { queued } from "../factories/sync/sync.ts";
import { reviewBody } from "../factories/agenda/review-as-seen.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const phone = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);

describe("The summary of a day", () => {
  test("shows what was asked, what became of it, by whom, when and why", async () => {
    const own = await buildPhone(api, issuer);
    const { habit, meal, supplement, water, steps, localDate } = own.agenda;
    await sync(api, own, [
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.skip", { taskId: supplement.id, reason: "ILLNESS" }),
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    ]);
    await settle(own);
    await closeDayOf(api.deps.database.em, own);
    const { day, tasks } = await dayOf(own);
    expect(day).toMatchObject({
      localDate,
      timezone: "UTC",
      closedAt: expect.any(String),
      heldReason: null,
      reviewedAt: null,
      notOffered: false,
      lateCount: 0,
      counters: { taskCount: 5, completedCount: 1, skippedCount: 1, missedCount: 3, openCount: 0 },
      // The skip for illness does not count; a third of the meal does.
      adherence: { countedCount: 4, completedCount: 1, adherencePercent: 33 },
    });
    expect(tasks.get(habit.id)).toMatchObject({
      title: "Ten minutes of stretching",
      status: "COMPLETED",
      explanation: null,
      cameLate: false,
      supersededBy: null,
      completionEvents: [
        {
          from: null,
          to: "PENDING",
          actorKind: "SYSTEM",
          source: "SOURCE",
          reason: "MATERIALIZED",
        },
        { from: "PENDING", to: "COMPLETED", actorKind: "CLIENT", source: "OPERATION", score: 1 },
      ],
    });
    expect(tasks.get(supplement.id)?.completionEvents.at(-1)).toMatchObject({
      to: "SKIPPED",
      reason: "ILLNESS",
      skipReason: "ILLNESS",
      counts: false,
    });
    const why = [meal, water, steps].map(({ id }) => tasks.get(id)?.explanation?.code);
    expect(why).toEqual(["MISSED_IN_PART", "MISSED_UNTOUCHED", "MISSED_UNTOUCHED"]);
    expect(tasks.get(meal.id)).toMatchObject({
      explanation: { sentence: "Only a part of it was done when its day closed." },
    });
    expect(tasks.get(meal.id)?.completionEvents.at(-1)).toMatchObject({
      from: "IN_PROGRESS",
      to: "MISSED",
      actorKind: "SYSTEM",
      source: "CLOSING",
      reason: "DAY_CLOSED",
      score: 0.333,
    });
  });

  test("shows and explains late entries and later undos", async () => {
    const own = await buildPhone(api, issuer);
    const { habit, steps } = own.agenda;
    const clientRecordedAt = new Date().toISOString();
    await closeDayOf(api.deps.database.em, own);
    const done = queued("quick-log.complete-task", { taskId: habit.id }, { clientRecordedAt });
    const skip = queued(
      "quick-log.skip",
      { taskId: steps.id, reason: "BUSY" },
      { clientRecordedAt },
    );
    await sync(api, own, [done, skip]);
    await settle(own);
    const late = await dayOf(own);
    expect(late.day).toMatchObject({ lateCount: 2, closedAt: expect.any(String) });
    expect(late.tasks.get(habit.id)).toMatchObject({
      status: "COMPLETED",
      cameLate: true,
      final: false,
      explanation: { code: "CAME_LATE" },
    });
    expect(late.tasks.get(steps.id)?.completionEvents.at(-1)).toMatchObject({
      reason: "LATE_EVIDENCE",
      skipReason: "BUSY",
      source: "OPERATION",
    });
    const { clientOperationId: undoesClientOperationId } = done;
    await sync(api, own, [queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId })]);
    await settle(own);
    const withdrawn = await dayOf(own);
    expect(withdrawn.day.lateCount).toBe(1);
    expect(withdrawn.tasks.get(habit.id)).toMatchObject({
      status: "MISSED",
      explanation: { code: "MISSED_TAKEN_BACK" },
    });
    expect(withdrawn.tasks.get(habit.id)?.completionEvents.map(({ to }) => to)).toEqual([
      "PENDING",
      "MISSED",
      "COMPLETED",
      "MISSED",
    ]);
  });

  test("says what is final: a task of a closed day, once nothing of it can be undone", async () => {
    const own = await buildPhone(api, issuer);
    const { habit, water } = own.agenda;
    const isFinal = async (id: string) => (await dayOf(own)).tasks.get(id)?.final;
    await sync(api, own, [queued("quick-log.complete-task", { taskId: habit.id })]);
    expect(await isFinal(habit.id)).toBe(false);
    // The day closes before settlement, so the end of the undo window is not known yet.
    await closeDayOf(api.deps.database.em, own);
    expect(await isFinal(habit.id)).toBe(false);
    expect(await isFinal(water.id)).toBe(true);
    await settle(own);
    expect(await isFinal(habit.id)).toBe(false);
    const reviewed = await api.call(
      "POST",
      `/api/v1/coach/relationships/${own.relationshipId}/days/${own.agenda.localDate}/review`,
      {
        token: own.pair.coachToken,
        key: randomUUID(),
        body: await reviewBody(api.deps.database.em.fork(), { ...own, ...own.agenda }),
      },
    );
    expect(reviewed.status).toBe(200);
    expect(await isFinal(habit.id)).toBe(true);
    expect((await dayOf(own)).day.reviewedAt).toEqual(expect.any(String));
  });

  test("shows what was superseded and by what, and what was canceled", async () => {
    const own = await buildPhone(api, issuer);
    const { habit, meal, water } = own.agenda;
    await update(
      own,
      `update agenda_task set status = 'SUPERSEDED', superseded_at = clock_now(),
         superseded_by_task_id = ? where id = ? and relationship_id = ?`,
      [water.id, habit.id],
    );
    await update(
      own,
      `update agenda_task set status = 'CANCELED', canceled_at = clock_now()
       where id = ? and relationship_id = ?`,
      [meal.id],
    );
    const { day, tasks } = await dayOf(own);
    expect(day.counters).toMatchObject({ taskCount: 3, openCount: 3 });
    expect(tasks.get(habit.id)).toMatchObject({
      supersededBy: water.id,
      explanation: { code: "SUPERSEDED" },
    });
    expect(tasks.get(meal.id)).toMatchObject({ explanation: { code: "CANCELED_BY_SOURCE" } });
  });

  test("says of the tasks that the end of the relationship canceled that it ended", async () => {
    const own = await buildPhone(api, issuer);
    const { workspaceId } = own.pair;
    const ended = await api.call(
      "POST",
      `/api/v1/workspaces/${workspaceId}/relationships/${own.relationshipId}/end`,
      { token: own.pair.coachToken, key: randomUUID(), body: { reason: "Moved away" } },
    );
    expect(ended.status).toBe(200);
    const { tasks } = await dayOf(own);
    const codes = [...tasks.values()].map(({ explanation }) => explanation?.code);
    expect(new Set(codes)).toEqual(new Set(["CANCELED_BY_END"]));
  });

  test("explains untouched tasks of a day that was not offered", async () => {
    const own = await buildPhone(api, issuer);
    await update(own, "update agenda_day set not_offered = true where relationship_id = ?");
    await closeDayOf(api.deps.database.em, own);
    const { day, tasks } = await dayOf(own);
    expect(day).toMatchObject({ notOffered: true, adherence: { countedCount: 0 } });
    const codes = [...tasks.values()].map(({ explanation }) => explanation?.code);
    expect(new Set(codes)).toEqual(new Set(["MISSED_NOT_OFFERED"]));
  });

  test("shows why its close is delayed", async () => {
    const own = await buildPhone(api, issuer);
    await update(
      own,
      "update agenda_day set hold_reason = 'UNSENT_WORK' where relationship_id = ?",
    );
    expect((await dayOf(own)).day).toMatchObject({ heldReason: "UNSENT_WORK", closedAt: null });
  });
});

describe("The roll-ups of a summary", () => {
  test("are those of the client's adherence, independent of the requested dates", async () => {
    const own = await buildPhone(api, issuer);
    expect((await summaryOf(own)).rollUps).toEqual({ days7: null, days28: null });
    await sync(api, own, [queued("quick-log.complete-task", { taskId: own.agenda.habit.id })]);
    await settle(own);
    await closeDayOf(api.deps.database.em, own);
    const before = addDays(own.agenda.localDate, -40);
    const { days, rollUps } = await summaryOf(own, { from: before, to: before });
    expect(days).toEqual([]);
    expect(rollUps.days7).toMatchObject({
      to: own.agenda.localDate,
      countedCount: 5,
      doneCount: 1,
      adherencePercent: 20,
      bucket: "OFF_TRACK",
    });
    const response = await api.call(
      "GET",
      `/api/v1/coach/relationships/${own.relationshipId}/adherence`,
      { token: own.pair.coachToken },
    );
    expect(response.data).toMatchObject({ last7: rollUps.days7, last28: rollUps.days28 });
    expect((await dayOf(own)).day.adherence).toMatchObject({
      countedCount: 5,
      adherencePercent: 20,
    });
  });
});

describe("A summary", () => {
  test("is filtered by kind and status while the counters cover the whole day", async () => {
    const own = await buildPhone(api, issuer);
    const { habit, meal, supplement, water, steps } = own.agenda;
    await sync(api, own, [queued("quick-log.complete-task", { taskId: habit.id })]);
    const idsOf = async (query: Readonly<Record<string, string>>) => {
      const { day, tasks } = await dayOf(own, query);
      expect(day.counters.taskCount).toBe(5);
      return [...tasks.keys()].toSorted();
    };
    const ids = (...tasks: readonly { readonly id: string }[]) =>
      tasks.map(({ id }) => id).toSorted();
    expect(await idsOf({ taskKind: "MEAL,SUPPLEMENT" })).toEqual(ids(meal, supplement));
    expect(await idsOf({ status: "COMPLETED" })).toEqual(ids(habit));
    expect(await idsOf({ taskKind: "HABIT", status: "PENDING" })).toEqual(ids(water, steps));
    expect(await idsOf({ taskKind: "PHOTO" })).toEqual([]);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ["an end before its start", { from: "2026-02-02", to: "2026-02-01" }, "/query/to"],
    ["more than 31 days", { from: "2026-01-01", to: "2026-02-01" }, "/query/to"],
    ["an invalid date", { from: "2026-02-30", to: "2026-03-01" }, "/query/from"],
    ["an unknown kind", { taskKind: "HABIT,DREAM" }, "/query/taskKind/1"],
    ["an unknown status", { status: "" }, "/query/status/0"],
    ["an unknown parameter", { cursor: "x" }, "/query"],
  ])("with %s is malformed", async (_, query, pointer) => {
    expect(refusalOf(await visit(phone, query))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });

  test("spans 31 days", async () => {
    const { localDate } = phone.agenda;
    const { days } = await summaryOf(phone, { from: addDays(localDate, -30) });
    expect(days.map((day) => day.localDate)).toEqual([localDate]);
  });

  test("is for the coaches of the workspace; a foreign relationship is answered like an unknown one", async () => {
    expect((await visit(phone, {}, { token: "" })).status).toBe(401);
    expect(refusalOf(await visit(phone, {}, { token: phone.token }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = await visit(phone, {}, { token });
    const unknown = await visit({ ...phone, relationshipId: randomUUID() }, {}, { token });
    expect(foreign.status).toBe(404);
    expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
  });

  test.each(["PAUSED", "ENDED"] as const)("of a %s relationship stays readable", async (status) => {
    const own = await buildPhone(api, issuer);
    await setRelationshipStatus(api.deps.database.em, own.relationshipId, status);
    expect((await dayOf(own)).tasks.size).toBe(5);
  });

  test("contains no task of another relationship", async () => {
    const statuses: TaskStatus[] = ["PENDING"];
    const { tasks } = await dayOf(phone, { status: statuses.join() });
    const own = await api.deps.database.em
      .fork()
      .find(AgendaTask, { relationshipId: phone.relationshipId });
    expect([...tasks.keys()].toSorted()).toEqual(own.map(({ id }) => id).toSorted());
  });
});

test("A summary takes the same number of statements for any number of days and tasks", async () => {
  const own = await buildPhone(api, issuer);
  const { localDate } = own.agenda;
  const countFor = async (query: Readonly<Record<string, string>>) => {
    const { sent } = await recordStatements(() => visit(own, query));
    return sent.filter(isStatement).length;
  };
  await visit(own);
  const one = await countFor({ from: localDate });
  await update(
    own,
    `insert into agenda_day select made.* from agenda_day day, generate_series(1, 30) as n,
       lateral jsonb_populate_record(null::agenda_day,
         to_jsonb(day) || jsonb_build_object('local_date', day.local_date - n)) as made
     where day.relationship_id = ?`,
  );
  const { days } = await summaryOf(own, { from: addDays(localDate, -30) });
  expect(days).toHaveLength(31);
  expect(await countFor({ from: addDays(localDate, -30) })).toBe(one);
});

function pathOf(relationshipId: string) {
  return `/api/v1/coach/relationships/${relationshipId}/daily-summary`;
}

function visit(of: Phone, query: Readonly<Record<string, string>> = {}, request: TestRequest = {}) {
  const { localDate } = of.agenda;
  const search = new URLSearchParams({ from: localDate, to: localDate, ...query });
  const token = of.pair.coachToken;
  return api.call("GET", `${pathOf(of.relationshipId)}?${search.toString()}`, {
    token,
    ...request,
  });
}

async function summaryOf(of: Phone, query: Readonly<Record<string, string>> = {}) {
  return dailySummarySchema.parse((await visit(of, query)).data);
}

/** The only day of a phone, with its tasks by id. */
async function dayOf(of: Phone, query: Readonly<Record<string, string>> = {}) {
  const { days, rollUps } = await summaryOf(of, query);
  const [day] = days;
  if (day === undefined) throw new Error("Expected an opened day");
  return { day, rollUps, tasks: new Map(day.tasks.map((task) => [task.taskId, task])) };
}

function settle({ deviceId }: Phone) {
  return settleAll(settlementDeps(api.deps.database.em), { deviceId });
}

function update(of: Phone, text: string, values: readonly unknown[] = []) {
  return api.deps.database.em
    .fork()
    .getConnection()
    .execute(text, [...values, of.relationshipId]);
}
