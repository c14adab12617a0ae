import { beforeEach, describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import { settleNewTasks } from "../../activities/inbox/actor/settle-new-tasks.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { snoozeTask, UNSNOOZE_TASK } from "../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import { DUE_NOW } from "../../contract/outbox/vocabulary.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { listActorMarks, saveNewActors } from "../../db/outbox/save-new-actors.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { anEvent } from "../factories/outbox/outbox-rows.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const HOUR_MS = 3_600_000;
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
const at = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);

const scope = await buildScope(em);
beforeEach(() => setClock(ownerUrl, noon));

const snoozed = () => put({ status: "SNOOZED", snoozedUntil: at(2), snoozePreset: "ONE_HOUR" });

const read = ({ id }: CoachTask) => em.fork().findOneOrFail(CoachTask, id);

const act = <T>(work: (tx: Tx) => Promise<T>) => transact(em, work);

describe("The actor of a coach task (docs/rooms/inbox.md#moments)", () => {
  test("wakes the task once when its snooze is over, at the same revision", async () => {
    const task = await snoozed();
    expect(await settle(task, 1)).toMatchObject({ dueReason: "SNOOZE", did: [], open: true });
    expect(await rowOf(task)).toMatchObject({ dueReason: "SNOOZE", dueAt: at(2) });
    expect(await settle(task, 2)).toMatchObject({ dueReason: "LOOK", did: ["SNOOZE_ENDED"] });
    expect(await settle(task, 3)).toMatchObject({ dueReason: "LOOK", did: [] });
    const awake = { status: "OPEN", reopenReason: "SNOOZE_ENDED", snoozedUntil: null };
    expect(await read(task)).toMatchObject({ ...awake, snoozePreset: null, revision: 1 });
    expect(await historyOf(task)).toEqual(["reopened SNOOZE_ENDED"]);
    expect(await eventsOf(task, "event-feed")).toEqual(["CoachTaskReopened"]);
    expect(await eventsOf(task, "inbox-task-actor")).toEqual([]);
  });

  test("reopens the task when nobody has touched it for 24 hours", async () => {
    const task = await put({ status: "IN_PROGRESS", startedAt: at(-5), touchedAt: noon });
    expect(await settle(task, 23)).toMatchObject({ dueReason: "IDLE", did: [] });
    expect(await settle(task, 24)).toMatchObject({ dueReason: "LOOK", did: ["IDLE"] });
    expect(await read(task)).toMatchObject({ status: "OPEN", reopenReason: "IDLE", revision: 2 });
    expect(await historyOf(task)).toEqual(["reopened IDLE"]);
  });

  test("reports a late task once, even if it is due and untouched at one instant", async () => {
    const task = await put({ severity: "URGENT", dueAt: at(4), goalAt: at(4) });
    expect(await settle(task, 3)).toMatchObject({ dueReason: "DUE", did: [] });
    expect(await settle(task, 4)).toMatchObject({ dueReason: "LOOK", did: ["TOLD_LATE"] });
    expect(await settle(task, 9)).toMatchObject({ did: [] });
    expect(await eventsOf(task, "event-feed")).toEqual(["CoachTaskDue"]);
    // No list shows it, and `changes` does not name the task: it looks as before on every screen.
    expect(await read(task)).toMatchObject({ updatedAt: task.updatedAt, revision: task.revision });
    const mild = await put({ dueAt: at(4), goalAt: null });
    expect(await settle(mild, 5)).toMatchObject({ dueReason: "LOOK", did: [] });
  });

  test("waits for nothing if the task is closed or unknown", async () => {
    const task = await snoozed();
    await settle(task, 1);
    await resolve(task);
    expect(await settle(task, 2)).toMatchObject({ open: false, did: [] });
    expect(await rowOf(task)).toBeNull();
    expect(await read(task)).toMatchObject({ status: "RESOLVED" });
    expect(await settleInboxTask(em, { taskId: newId() })).toMatchObject({ open: false });
  });

  test("is signalled for a task that is new, ends, reopens or gets an earlier moment, and for nothing else", async () => {
    const task = await put();
    const actorEvents = () => eventsOf(task, "inbox-task-actor");
    await settle(task, 0);
    await act((tx) => actOnTask(tx, acting(task), pinTask(true)));
    await act((tx) => actOnTask(tx, acting(task), assignTask(scope.coachUserId)));
    await snooze(task, 24 * 30);
    expect(await actorEvents()).toEqual([]);
    // The actor's regular poll found the snooze; from now on it waits for its end.
    expect(await settle(task, 1)).toMatchObject({ dueReason: "SNOOZE" });
    await act((tx) => actOnTask(tx, acting(task), UNSNOOZE_TASK));
    expect(await actorEvents()).toEqual(["CoachTaskReopened"]);
    await settle(task, 1);
    await resolve(task);
    await settle(task, 1);
    expect(await actorEvents()).toEqual(["CoachTaskReopened", "CoachTaskResolved"]);
  });

  test("is signalled from the first event on that opens a task", async () => {
    const own = await buildScope(em);
    const skip = { taskId: own.agenda.habit.id, reason: "PAIN_OR_INJURY" };
    await submit(admissionDeps(em), own, [queued("quick-log.skip", skip)]);
    await settleAll(settlementDeps(em), { deviceId: own.deviceId });
    const scan = { kinds: ["SKIP"], oldestDate: null, causes: new Map(), requestId: null } as const;
    await act((tx) => settleSources(tx, { ...scan, relationshipIds: [own.relationshipId] }));
    const task = await em.fork().findOneOrFail(CoachTask, { relationshipId: own.relationshipId });
    expect(await eventsOf(task, "inbox-task-actor")).toEqual(["CoachTaskCreated"]);
    expect(await rowOf(task)).toMatchObject({ dueReason: "SETTLEMENT", marks: 1 });
    expect(await settleInboxTask(em, { taskId: task.id })).toMatchObject({
      dueReason: "DUE",
      dueAt: task.dueAt?.toISOString(),
    });
    await act((tx) =>
      actOnTask(
        tx,
        { ...acting(task), workspaceId: own.workspaceId, byUserId: own.coachUserId },
        START_TASK,
      ),
    );
    expect(await eventsOf(task, "inbox-task-actor")).toEqual(["CoachTaskCreated"]);
    const decision = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
    const mine = { workspaceId: own.workspaceId, byUserId: own.coachUserId };
    await act((tx) => actOnTask(tx, { ...acting(task), ...mine }, resolveTask(decision)));
    expect(await settleInboxTask(em, { taskId: task.id })).toMatchObject({ open: false });
    await act((tx) => actOnTask(tx, { ...acting(task), ...mine }, UNDO_CLOSE));
    expect(await eventsOf(task, "inbox-task-actor")).toEqual([
      "CoachTaskCreated",
      "CoachTaskResolved",
      "CoachTaskReopened",
    ]);
  });
});

describe("The first poll of new tasks (docs/rooms/actors.md#dormant-start)", () => {
  const marked = async (task: CoachTask) => {
    await act(async (tx) => {
      const event = anEvent("CoachTaskCreated", { subjectId: task.id });
      const woken = inboxTaskActor.wokenBy(event, { taskId: task.id });
      await appendEvents(tx, [woken], { now: await clockNow(tx), requestId: null });
    });
    return task;
  };
  const settleNew = async (...tasks: readonly CoachTask[]) => {
    const settlements = await settleNewTasks(
      em,
      tasks.map(({ id }) => id),
    );
    return new Map(settlements.map(({ taskId, agenda }) => [taskId, agenda]));
  };

  test("finds the same for each task as its own poll, and leaves the same row", async () => {
    const tasks = [
      await marked(await put()),
      await marked(await put({ severity: "URGENT", dueAt: at(4), goalAt: at(3) })),
      await marked(await put({ severity: "HIGH", dueAt: at(4), goalAt: at(5) })),
      await marked(await snoozed()),
      await marked(await put({ status: "IN_PROGRESS", startedAt: at(-5), touchedAt: at(-1) })),
    ];
    const agendas = await settleNew(...tasks);
    for (const task of tasks) {
      const row = await rowOf(task);
      const { dueInMs: _, ...own } = await settleInboxTask(em, { taskId: task.id });
      expect(agendas.get(task.id)).toMatchObject(own);
      expect(row).toMatchObject({ dueAt: new Date(own.dueAt ?? 0), dueReason: own.dueReason });
      expect(await rowOf(task)).toMatchObject({ dueAt: row?.dueAt, marks: 1, failures: 0 });
    }
    expect(agendas.size).toBe(tasks.length);
  });

  test("leaves closed, due, missing and locked tasks to their actors", async () => {
    const closed = await marked(await put());
    await resolve(closed);
    const due = await marked(await put({ severity: "HIGH", dueAt: at(-1) }));
    const unmarked = await put();
    expect((await settleNew(closed, due, unmarked)).size).toBe(0);
    expect(await settleNewTasks(em, [newId()])).toEqual([]);
    const task = await marked(await put());
    await act(async (tx) => {
      await lockScope(tx, scope.relationshipId);
      expect((await settleNew(task)).size).toBe(0);
    });
    for (const one of [closed, due, task])
      expect(await rowOf(one)).toMatchObject({ dueReason: DUE_NOW, lastSettledAt: null });
  });

  test("keeps a task due whose event came during the poll", async () => {
    const task = await marked(await put());
    const workflowId = inboxTaskActor.idOf({ taskId: task.id });
    const seen = await act((tx) => listActorMarks(executorOf(tx), [workflowId]));
    await marked(task);
    const wait = { dueAt: at(9), dueReason: "LOOK", settledAt: noon, marks: seen.get(workflowId) };
    await act((tx) => saveNewActors(tx, [{ ...wait, workflowId, marks: wait.marks ?? 0 }]));
    expect(await rowOf(task)).toMatchObject({ dueReason: DUE_NOW, lastSettledAt: null });
  });
});

describe("In any order", () => {
  test("a wake and a resolve leave the task resolved, woken at most once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const task = await snoozed();
      await setClock(ownerUrl, at(2));
      await Promise.all([settleInboxTask(em, { taskId: task.id }), resolve(task)]);
      expect(await read(task)).toMatchObject({ status: "RESOLVED", statusBeforeClose: "OPEN" });
      const history = await historyOf(task);
      expect(["resolved", "reopened SNOOZE_ENDED,resolved"]).toContain(history.join());
      await settleInboxTask(em, { taskId: task.id });
      expect(await rowOf(task)).toBeNull();
      await setClock(ownerUrl, noon);
    }
  });

  test("a wake and a snooze leave the later snooze, and its actor remembers it", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const task = await snoozed();
      await settle(task, 1);
      await setClock(ownerUrl, at(2));
      await Promise.all([settleInboxTask(em, { taskId: task.id }), snooze(task, 5)]);
      expect(await read(task)).toMatchObject({ status: "SNOOZED", snoozedUntil: at(5) });
      const row = await rowOf(task);
      expect(row === null || row.dueAt <= at(5)).toBe(true);
      expect(row).not.toBeNull();
      expect(await settle(task, 4)).toMatchObject({ dueReason: "SNOOZE", did: [] });
      expect(await settle(task, 5)).toMatchObject({ did: ["SNOOZE_ENDED"] });
      await setClock(ownerUrl, noon);
    }
  });
});

function put(changes: Partial<CoachTask> = {}) {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  return putCoachTask(em, owner, { createdAt: noon, ...changes });
}

async function settle({ id: taskId }: CoachTask, hours: number) {
  await setClock(ownerUrl, at(hours));
  return await settleInboxTask(em, { taskId });
}

function rowOf({ id: taskId }: CoachTask) {
  return em.fork().findOne(Actor, { workflowId: inboxTaskActor.idOf({ taskId }) });
}

async function historyOf({ id: taskId }: CoachTask) {
  return (await em.fork().find(CoachTaskEvent, { taskId }, { orderBy: { id: "asc" } })).map(
    ({ type, metadata }) => `${type} ${String(metadata["reopenReason"] ?? "")}`.trim(),
  );
}

async function eventsOf({ id: subjectId }: CoachTask, consumer: "event-feed" | "inbox-task-actor") {
  return (await em.fork().find(OutboxRow, { subjectId, consumer }, { orderBy: { id: "asc" } })).map(
    ({ type }) => type,
  );
}

function acting({ id: taskId }: CoachTask) {
  const { workspaceId, coachUserId: byUserId } = scope;
  return { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "test" };
}

function resolve(task: CoachTask) {
  const resolution = { resolutionType: "HANDLED_OUTSIDE_APP", note: "x" } as const;
  return act((tx) =>
    actOnTask(tx, acting(task), resolveTask({ ...resolution, linkedActionId: null })),
  );
}

function snooze(task: CoachTask, hours: number) {
  return act((tx) =>
    actOnTask(tx, acting(task), snoozeTask({ until: { at: at(hours) }, reason: null })),
  );
}
