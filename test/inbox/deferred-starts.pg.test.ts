import { beforeEach, describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import { settleNewTasks } from "../../activities/inbox/actor/settle-new-tasks.ts";
import { recordChanges, type TaskChange } from "../../activities/inbox/record-changes.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import { DUE_NOW } from "../../contract/outbox/vocabulary.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { setClock } from "../factories/set-clock.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);
const scope = await buildScope(em);
beforeEach(() => setClock(ownerUrl, noon));

describe("A new coach task", () => {
  test("has its actor started within a minute, and its coaches notified at once", async () => {
    const task = await created({});
    expect(await secondsToStart(task)).toEqual([
      ["event-feed", null],
      ["new-inbox-task-actor", 60],
      ["notifications", null],
    ]);
    expect(await dueSeconds(task)).toBe(60);
  });

  test.each([
    ["is URGENT", { severity: "URGENT", dueAt: after(4 * 3_600), goalAt: after(4 * 3_600) }],
    ["is due within two minutes", { severity: "HIGH", dueAt: after(119) }],
  ] as const)("that %s has its actor started at once", async (_what, changes) => {
    const task = await created(changes);
    expect(await actorRowsOf(task)).toEqual([["inbox-task-actor", "CoachTaskCreated"]]);
    expect(await dueSeconds(task)).toBe(0);
  });
});

describe("Before the actor of a new task has started", () => {
  const ACTS = {
    "a start": (task: CoachTask) => act((tx) => actOnTask(tx, acting(task), START_TASK)),
    "a snooze": (task: CoachTask) => {
      const until = { at: after(7_200) };
      return act((tx) => actOnTask(tx, acting(task), snoozeTask({ until, reason: null })));
    },
    "a resolution": (task: CoachTask) => {
      const decision = { resolutionType: "HANDLED_OUTSIDE_APP", note: "x" } as const;
      const resolution = resolveTask({ ...decision, linkedActionId: null });
      return act((tx) => actOnTask(tx, acting(task), resolution));
    },
  };

  test.each(Object.entries(ACTS))("%s of a coach starts it at once", async (_what, acts) => {
    const task = await created({});
    await acts(task);
    const [start, signal] = await actorRowsOf(task);
    expect(start).toEqual(["new-inbox-task-actor", "CoachTaskCreated"]);
    expect(signal?.[0]).toBe("inbox-task-actor");
    expect(await dueSeconds(task)).toBeLessThan(60);
  });

  test("a pin and an assignment, which change no deadline, do not start it", async () => {
    const task = await created({});
    await act((tx) => actOnTask(tx, acting(task), pinTask(true)));
    await act((tx) => actOnTask(tx, acting(task), assignTask(scope.coachUserId)));
    expect(await actorRowsOf(task)).toHaveLength(1);
  });

  test("a repeat of its source does not start it, unless the task is URGENT now", async () => {
    const task = await created({ severity: "HIGH", dueAt: after(3_600) });
    await recorded({ task, type: "refreshed", byUserId: null });
    expect(await actorRowsOf(task)).toHaveLength(1);
    const urgent = changed(task, { severity: "URGENT" });
    await recorded({ task: urgent, type: "refreshed", byUserId: null });
    expect(await actorRowsOf(task)).toEqual([
      ["new-inbox-task-actor", "CoachTaskCreated"],
      ["inbox-task-actor", "CoachTaskRefreshed"],
    ]);
  });

  test("a deadline that comes within its minute starts it at once", async () => {
    const task = await created({ severity: "HIGH", dueAt: after(3_600) });
    const near = changed(task, { dueAt: after(30) });
    await recorded({ task: near, type: "refreshed", byUserId: null });
    expect(await actorRowsOf(task)).toHaveLength(2);
  });
});

test("A coach's act after the first settlement wakes the actor only if its deadline became earlier", async () => {
  const task = await created({ severity: "HIGH", dueAt: after(3_600) });
  expect(await settleNewTasks(em, [task.id])).toHaveLength(1);
  const touched = { type: "viewed", byUserId: scope.coachUserId } as const;
  await recorded({ task, ...touched });
  expect(await actorRowsOf(task)).toHaveLength(1);
  await recorded({ task: changed(task, { dueAt: after(600) }), ...touched });
  expect(await actorRowsOf(task)).toHaveLength(2);
});

/** Opens a task as its source does. */
async function created(changes: Partial<CoachTask>): Promise<CoachTask> {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const task = await putCoachTask(em, owner, { createdAt: noon, ...changes });
  await recorded({ task, type: "created", byUserId: null });
  return task;
}

async function recorded(change: TaskChange): Promise<void> {
  await act(async (tx) => {
    await recordChanges(tx, [change], { now: await clockNow(tx), requestId: null });
  });
}

const act = <T>(work: (tx: Tx) => Promise<T>) => transact(em, work);

/** The task as an act holds it after a change. */
const changed = (task: CoachTask, changes: Partial<CoachTask>): CoachTask =>
  Object.assign(structuredClone(task), changes);

function acting({ id: taskId }: CoachTask) {
  const { workspaceId, coachUserId: byUserId } = scope;
  return { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "test" };
}

/** Seconds that each row of a task may wait, by consumer; null for a row that is due at once. */
async function secondsToStart({ id: subjectId }: CoachTask) {
  const rows = await em.fork().find(OutboxRow, { subjectId }, { orderBy: { consumer: "asc" } });
  return rows.map(({ consumer, dueAt, occurredAt }) => [
    consumer,
    dueAt === null ? null : (dueAt.getTime() - occurredAt.getTime()) / 1_000,
  ]);
}

async function actorRowsOf({ id: subjectId }: CoachTask) {
  const rows = await em.fork().find(OutboxRow, { subjectId }, { orderBy: { id: "asc" } });
  return rows
    .filter(({ consumer }) => consumer.endsWith("-actor"))
    .map(({ consumer, type }) => [consumer, type]);
}

/** Seconds between the first event of a task and the instant at which its actor is due. */
async function dueSeconds({ id: taskId }: CoachTask): Promise<number> {
  const workflowId = inboxTaskActor.idOf({ taskId });
  const { dueAt, dueReason } = await em.fork().findOneOrFail(Actor, { workflowId });
  expect(dueReason).toBe(DUE_NOW);
  const first = { subjectId: taskId, consumer: "event-feed" } as const;
  const { occurredAt } = await em
    .fork()
    .findOneOrFail(OutboxRow, first, { orderBy: { id: "asc" } });
  return (dueAt.getTime() - occurredAt.getTime()) / 1_000;
}
