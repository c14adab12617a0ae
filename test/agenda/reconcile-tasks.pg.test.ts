import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { describe, expect, test } from "@jest/globals";
import { bringUpToNow } from "../../activities/agenda/calendar/open-days.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { AgendaTaskItem } from "../../db/agenda/agenda-task-item.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { shownTask } from "../factories/agenda/agenda-rows.ts";
import { buildAgenda, type AgendaOwner } from "../factories/plans/plans.ts";
import { queued, submit, admissionDeps, buildScope } from "../factories/sync/sync.ts";
import { listDayFeedEvents } from "../factories/agenda/list-day-feed-events.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const taskOf = ({ id }: DayTask) => shownTask(em, id);

describe("A source of the present day", () => {
  test("renews a pending task in place with its items, and the feed reports it", async () => {
    const owner = await buildAgendaOwner(em);
    const { meal, localDate } = await buildAgenda(em, owner);
    await revisePlan(meal, supper);
    const { made, changed } = await bringUp(owner);
    expect(made).toEqual([]);
    expect(changed).toMatchObject([{ id: meal.id, localDate }]);
    expect(await taskOf(meal)).toMatchObject({
      status: "PENDING",
      revision: 2,
      foreignRevision: 2,
      sourceRevision: 2,
      snapshot: { title: "Supper" },
      completionSummary: { itemCount: 2 },
      dueAt: meal.dueAt,
      generatedAt: meal.generatedAt,
    });
    const items = await em
      .fork()
      .find(AgendaTaskItem, { taskId: meal.id }, { orderBy: { sortOrder: "asc" } });
    expect(items.map(({ id, labelSnapshot }) => [id, labelSnapshot])).toEqual([
      [meal.items[0]?.id, "Noodles"],
      [meal.items[1]?.id, "Chicken"],
    ]);
    const day = await em.fork().findOneOrFail(AgendaDay, { ...keyOf(owner), localDate });
    expect(day.projectionVersion).toBe(6);
    const events = (await listDayFeedEvents(em, owner.relationshipId)).filter(
      ({ subjectId }) => subjectId === meal.id,
    );
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ["DailyTaskMaterialized", 1],
      ["DailyTaskMaterialized", 2],
    ]);
    expect(await bringUp(owner)).toMatchObject({ made: [], changed: [], opened: [] });
  });

  test("cancels a task it no longer asks for and restores it when it asks again", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit, steps } = await buildAgenda(em, owner);
    await setAsking(habit, false);
    expect((await bringUp(owner)).changed).toMatchObject([{ id: habit.id }]);
    expect(await taskOf(habit)).toMatchObject({ status: "CANCELED", revision: 2 });
    expect((await taskOf(habit)).canceledAt).not.toBeNull();
    await setAsking(habit, true);
    await revisePlan(habit, entitled("Twenty minutes"));
    expect((await bringUp(owner)).changed).toMatchObject([{ id: habit.id }]);
    expect(await taskOf(habit)).toMatchObject({
      status: "PENDING",
      revision: 3,
      canceledAt: null,
      snapshot: { title: "Twenty minutes" },
    });
    const history = await em
      .fork()
      .find(AgendaTaskEvent, { taskId: habit.id }, { orderBy: { id: "asc" } });
    expect(history.map(({ reason, toStatus }) => [reason, toStatus])).toEqual([
      ["MATERIALIZED", "PENDING"],
      // The source still runs and omits this day.
      ["SOURCE_CHANGED", "CANCELED"],
      ["SOURCE_RESUMED", "PENDING"],
    ]);
    expect(await taskOf(steps)).toMatchObject({ revision: 1 });
  });

  test("plans half a year without scans up to the present day at once", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit, localDate } = await buildAgenda(em, owner);
    const plannedThrough = addDays(localDate, -180);
    const longAgo = { startDate: addDays(localDate, -200), plannedThrough, plannedDates: [] };
    const { spans } = await em.fork().findOneOrFail(PlanAssignment, { id: habit.sourceId });
    const begun = spans.map((span) => ({ ...span, from: longAgo.startDate }));
    await em
      .fork()
      .nativeUpdate(PlanAssignment, { id: habit.sourceId }, { ...longAgo, spans: begun });
    expect((await bringUp(owner)).changed).toEqual([]);
    expect(await taskOf(habit)).toMatchObject({ status: "PENDING" });
  });

  test("restores an unchanged task at the revision that devices know, and it counts again", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    await setAsking(habit, false);
    await bringUp(scope);
    await setAsking(habit, true);
    await bringUp(scope);
    expect(await taskOf(habit)).toMatchObject({ revision: 3, foreignRevision: 1 });
    expect(await adherenceOf(habit)).toEqual([
      { type: "TASK_WITHDRAWN", counts: false, score: 0 },
      { type: "TASK_REOPENED", counts: true, score: 0 },
    ]);
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await submit(admissionDeps(em), scope, [done]);
    expect(results).toMatchObject([{ status: "ACCEPTED", acceptedRevision: 4 }]);
  });

  test("restores a task on a day that was not offered, and it counts for nothing", async () => {
    const owner = await buildAgendaOwner(em);
    const { habit } = await buildAgenda(em, owner);
    await em.fork().nativeUpdate(AgendaDay, keyOf(owner), { notOffered: true });
    await setAsking(habit, false);
    await bringUp(owner);
    await setAsking(habit, true);
    await bringUp(owner);
    expect(await adherenceOf(habit)).toMatchObject([{ counts: false }, { counts: false }]);
  });

  test("never changes a task that the client acted on, even if that was undone", async () => {
    const scope = await buildScope(em);
    const { habit, water } = scope.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    await submit(admissionDeps(em), scope, [done]);
    expect(await taskOf(habit)).toMatchObject({ status: "COMPLETED" });
    await em.fork().nativeUpdate(AgendaTask, { id: habit.id }, { status: "PENDING" });
    await em.fork().nativeUpdate(AgendaTask, { id: water.id }, { status: "IN_PROGRESS" });
    await revisePlan(habit, entitled("Something else"));
    await revisePlan(water, entitled("Something else"));
    expect(await bringUp(scope)).toMatchObject({ made: [], changed: [] });
    expect(await taskOf(habit)).toMatchObject({ snapshot: habit.snapshot });
    expect(await taskOf(water)).toMatchObject({ snapshot: water.snapshot });
  });
});

describe("An operation made before its task was renewed", () => {
  test("learns the changed fields and is accepted at the newest revision", async () => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    await revisePlan(meal, supper);
    await bringUp(scope);
    const [rice, , salad] = meal.items;
    const tick = (itemId: string | undefined, expectedRevision: number) =>
      queued("quick-log.complete-item", { taskId: meal.id, itemId }, { expectedRevision });
    const { changedAt } = await taskOf(meal);
    const sent = [tick(rice?.id, 1), tick(salad?.id, 1), tick(rice?.id, 2)];
    const { results } = await submit(admissionDeps(em), scope, sent);
    expect(results).toMatchObject([
      {
        conflictCode: "STALE_REVISION",
        rebaseable: true,
        conflict: {
          changedFields: ["title", "items"],
          sinceRevision: 1,
          changedBy: "COACH",
          changedAt: changedAt.toISOString(),
          writeSetsTouch: false,
          rebaseRevision: 2,
        },
      },
      { conflictCode: "STALE_REVISION", rebaseable: false, conflict: { rebaseRevision: null } },
      { status: "ACCEPTED" },
    ]);
  });

  test("learns only the due time and the instructions if only they changed", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const changed = { dueTime: "09:30", instructions: "Slowly" };
    await revisePlan(habit, (content) => ({ ...content, ...changed }));
    await bringUp(scope);
    const stale = queued("quick-log.skip", { taskId: habit.id, reason: "BUSY" });
    const { results } = await submit(admissionDeps(em), scope, [stale]);
    expect(results).toMatchObject([
      { rebaseable: true, conflict: { changedFields: ["instructions", "dueAt"] } },
    ]);
  });
});

async function adherenceOf({ id }: DayTask) {
  return await em.fork().execute(
    `select event_type as type, counts, score::float8 as score from adherence_event
       where task_id = ? order by occurred_at, transition_id`,
    [id],
  );
}

const keyOf = ({ relationshipId }: AgendaOwner) => ({ relationshipId });

function bringUp({ relationshipId }: Pick<AgendaOwner, "relationshipId">) {
  return transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    return await bringUpToNow(tx, [relationshipId], { now: await clockNow(tx), requestId: null });
  });
}

/** Changes the plan of a task from the present day on. */
async function revisePlan(
  { sourceId }: DayTask,
  revised: (content: PlanContent) => PlanContent,
): Promise<void> {
  const fork = em.fork();
  const assignment = await fork.findOneOrFail(PlanAssignment, { id: sourceId });
  const { planId, spans } = assignment;
  const {
    revision: _,
    content,
    ...kept
  } = await fork.findOneOrFail(PlanRevision, {
    planId,
    revision: 1,
  });
  await fork.insert(PlanRevision, { ...kept, revision: 2, content: revised(content) });
  await fork.nativeUpdate(
    PlanAssignment,
    { id: sourceId },
    { appliedRevision: 2, spans: spans.map((span) => ({ ...span, revision: 2 })) },
  );
}

/** The lunch under another name, with noodles instead of rice and without the salad. */
function supper(content: PlanContent): PlanContent {
  if (content.kind !== "MEAL") throw new Error("Expected a meal");
  const [rice, chicken] = content.items;
  if (rice === undefined || chicken === undefined) throw new Error("Expected more items");
  return { ...content, title: "Supper", items: [{ ...rice, label: "Noodles" }, chicken] };
}

function entitled(title: string) {
  return (content: PlanContent): PlanContent => ({ ...content, title });
}

/** Makes an assignment plan the task's day, or not. */
function setAsking({ sourceId, localDate }: DayTask, asks: boolean) {
  return em
    .fork()
    .nativeUpdate(PlanAssignment, { id: sourceId }, { plannedDates: asks ? [localDate] : [] });
}
