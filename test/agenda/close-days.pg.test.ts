import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { closeDays, closeDaysOfEnded } from "../../activities/agenda/closing/close-days.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { openDatabase } from "../../db/open-database.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { close, dayOf, endDay } from "../factories/agenda/closing-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "close test" });
const asOwner = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: "close test owner" });
const { em } = database;
const deps = admissionDeps(em);
afterAll(async () => {
  await asOwner.close();
  await database.close();
});

const find = (scope: BuiltScope) => em.fork().findOneOrFail(AgendaDay, dayOf(scope));
const taskOf = (id: string) => em.fork().findOneOrFail(AgendaTask, { id });

describe("The close of a day", () => {
  test("leaves nothing open: a metric with an entry is completed, the rest is missed", async () => {
    const scope = await halfADay();
    const { habit, meal, water, supplement, steps } = scope.agenda;
    await endDay(em, dayOf(scope));
    expect(await close(em, [dayOf(scope)])).toEqual({
      closed: [expect.objectContaining(dayOf(scope))],
      onHold: [],
    });
    const tasks = await Promise.all(
      [habit, meal, water, supplement, steps].map(({ id }) => taskOf(id)),
    );
    expect(
      tasks.map(({ status, revision, foreignRevision }) => [status, revision, foreignRevision]),
    ).toEqual([
      ["COMPLETED", 2, 2],
      ["MISSED", 3, 2],
      ["COMPLETED", 3, 2],
      ["MISSED", 2, 1],
      ["MISSED", 2, 1],
    ]);
    expect(await find(scope)).toMatchObject({
      closedAt: expect.any(Date),
      lookAt: null,
      completedCount: 2,
      missedCount: 3,
    });
  });

  test("writes reason, score and actor to the history", async () => {
    const scope = await halfADay();
    const { meal, water, steps } = scope.agenda;
    await endDay(em, dayOf(scope));
    await close(em, [dayOf(scope)]);
    const entryOf = async (taskId: string) =>
      await em.fork().findOneOrFail(AgendaTaskEvent, { taskId, reason: "DAY_CLOSED" });
    expect(await entryOf(meal.id)).toMatchObject({
      fromStatus: "IN_PROGRESS",
      toStatus: "MISSED",
      actorKind: "SYSTEM",
      metadata: { taskRevision: 3, score: 0.333, doneCount: 1, allCount: 3 },
    });
    expect(await entryOf(water.id)).toMatchObject({
      toStatus: "COMPLETED",
      metadata: { score: 1 },
    });
    expect(await entryOf(steps.id)).toMatchObject({ toStatus: "MISSED", metadata: { score: 0 } });
  });

  test("writes one outbox row, and devices see its tasks in one step of the cursor", async () => {
    const scope = await halfADay();
    const before = await em.fork().count(ScopeChange, { relationshipId: scope.relationshipId });
    await endDay(em, dayOf(scope));
    await close(em, [dayOf(scope)]);
    expect(await eventsOf(scope)).toEqual([{ type: "AgendaDayClosed", missedCount: 3 }]);
    const changes = await em.fork().find(ScopeChange, { relationshipId: scope.relationshipId });
    expect(changes).toHaveLength(before + 1);
  });

  test("emits one CheckInMissed for any number of misses, and none if the day was not offered", async () => {
    const [offered, never] = [await buildScope(em), await buildScope(em)];
    for (const scope of [offered, never]) {
      const { habit, steps } = scope.agenda;
      await asOwner.em
        .fork()
        .nativeUpdate(AgendaTask, { id: { $in: [habit.id, steps.id] } }, { taskKind: "CHECK_IN" });
      await endDay(em, dayOf(scope));
    }
    await em.fork().nativeUpdate(AgendaDay, dayOf(never), { notOffered: true });
    await close(em, [dayOf(offered), dayOf(never)]);
    expect(await eventsOf(offered)).toEqual([
      { type: "AgendaDayClosed", missedCount: 5 },
      { type: "CheckInMissed", missedCount: 2 },
    ]);
    expect(await eventsOf(never)).toEqual([{ type: "AgendaDayClosed", missedCount: 5 }]);
    const [entry] = await em
      .fork()
      .find(AgendaTaskEvent, { taskId: never.agenda.habit.id, reason: "DAY_CLOSED" });
    expect(entry?.metadata).toMatchObject({ counts: false, score: 0 });
  });

  test("happens once, however many calls attempt it at once", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 2); round += 1) {
      const scope = await halfADay();
      await endDay(em, dayOf(scope));
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => close(em, [dayOf(scope)])));
      expect(outcomes.flatMap(({ closed }) => closed)).toHaveLength(1);
      expect((await taskOf(scope.agenda.steps.id)).revision).toBe(2);
      expect(await eventsOf(scope)).toEqual([{ type: "AgendaDayClosed", missedCount: 3 }]);
    }
  });

  test("takes as many statements for twelve days as for one", async () => {
    const one = await halfADay();
    const many = await Promise.all(Array.from({ length: 12 }, () => halfADay()));
    for (const scope of [one, ...many]) await endDay(em, dayOf(scope));
    const first = await recordStatements(() => close(em, [dayOf(one)]));
    const all = await recordStatements(() => close(em, many.map(dayOf)));
    expect(all.result.closed).toHaveLength(12);
    expect(all.statements).toEqual(first.statements);
  });
});

describe("A day does not close", () => {
  test("before its time or without a planned close; the next scan is set to that time", async () => {
    const scope = await buildScope(em);
    await endDay(em, dayOf(scope), -60);
    const { closesAt } = await find(scope);
    expect(await close(em, [dayOf(scope)])).toEqual({ closed: [], onHold: [] });
    expect(await find(scope)).toMatchObject({ closedAt: null, lookAt: closesAt });
    await em.fork().nativeUpdate(AgendaDay, dayOf(scope), { closesAt: null });
    expect(await close(em, [dayOf(scope)])).toEqual({ closed: [], onHold: [] });
    expect(await find(scope)).toMatchObject({ closedAt: null, lookAt: null });
  });

  test("while its relationship is paused", async () => {
    const scope = await buildScope(em);
    await endDay(em, dayOf(scope));
    await setRelationshipStatus(em, scope.relationshipId, "PAUSED");
    expect(await close(em, [dayOf(scope)])).toEqual({ closed: [], onHold: [] });
    expect(await taskOf(scope.agenda.habit.id)).toMatchObject({ status: "PENDING", revision: 1 });
  });

  test("until closing resumes after our own outage", async () => {
    const scope = await buildScope(em);
    await endDay(em, dayOf(scope));
    const watch = (minutes: number) =>
      sql`update agenda_watch
        set closes_from = date_trunc('milliseconds', clock_now()) + make_interval(mins => ${minutes})`.execute(
        asOwner.em.fork().getKysely(),
      );
    await watch(30);
    expect((await close(em, [dayOf(scope)])).onHold).toHaveLength(1);
    expect(await find(scope)).toMatchObject({ closedAt: null, holdReason: "OUTAGE" });
    await watch(-1);
    expect((await close(em, [dayOf(scope)])).closed).toHaveLength(1);
    await sql`update agenda_watch set closes_from = null`.execute(asOwner.em.fork().getKysely());
  });
});

describe("The days of a relationship that ended", () => {
  test("close at once: open tasks are canceled, done ones stay", async () => {
    const scope = await halfADay();
    await setRelationshipStatus(em, scope.relationshipId, "ENDED");
    await transact(em, async (tx) => {
      await lockScopes(tx, [scope.relationshipId]);
      await closeDaysOfEnded(tx, [scope.relationshipId], await clockNow(tx));
    });
    const { habit, meal, water, steps } = scope.agenda;
    const tasks = await Promise.all([habit, meal, water, steps].map(({ id }) => taskOf(id)));
    expect(tasks.map(({ status }) => status)).toEqual([
      "COMPLETED",
      "CANCELED",
      "CANCELED",
      "CANCELED",
    ]);
    expect(tasks[1]?.canceledAt).toEqual((await find(scope)).closedAt);
    expect(await eventsOf(scope)).toEqual([{ type: "AgendaDayClosed", missedCount: 0 }]);
    const again = await transact(em, async (tx) =>
      closeDays(tx, [dayOf(scope)], await clockNow(tx)),
    );
    expect(again.closed).toEqual([]);
  });
});

function drink({ agenda }: BuiltScope) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 250,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
  });
}

/** The habit is done, one of three items ticked, water drunk; supplement and steps are untouched. */
async function halfADay(): Promise<BuiltScope> {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  await submit(deps, scope, [
    queued("quick-log.complete-task", { taskId: habit.id }),
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    drink(scope),
  ]);
  return scope;
}

async function eventsOf({ relationshipId }: BuiltScope) {
  const types = ["AgendaDayClosed", "CheckInMissed"] as const;
  const rows = await em.fork().find(OutboxRow, {
    subjectId: relationshipId,
    type: { $in: [...types] },
    consumer: "event-feed",
  });
  const events = rows.map(({ type, refs }) => ({ type, missedCount: refs["missedCount"] }));
  return events.toSorted((one, other) => one.type.localeCompare(other.type));
}
