import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import { deliverToActors } from "../../activities/outbox/deliver-to-actors.ts";
import { newActorsSettler } from "../../activities/outbox/settle-new-actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { actors } from "../../workers/actors.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startRelay, startWorker } from "../factories/workers/actors.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { eventually } from "../factories/eventually.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { setClock } from "../factories/set-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
const settlement = settlementDeps(em);
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
const OFTEN = { everyMs: 200, lateBySeconds: 1, perSecond: 100 };

let taskQueue: string;
const stops: (() => Promise<void>)[] = [];
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
beforeEach(async () => {
  taskQueue = `test-${newId()}`;
  await setClock(files.ownerUrl, noon);
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
  await database.close();
});

describe("The actor of a coach task", () => {
  test("is found by status, type and severity, and its history contains no word of a coach", async () => {
    const marker = "zzmarkerzz";
    const { ids, owner } = await snoozedTasks(1, marker);
    const [taskId = ""] = ids;
    await work();
    relay();
    await waitsFor(taskId, "SNOOZE");
    const workflowId = inboxTaskActor.idOf({ taskId });
    const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
    const shown = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(shown).toMatchObject({
      WorkspaceId: owner.workspaceId,
      RelationshipId: owner.relationshipId,
      InboxStatus: "SNOOZED",
      TaskType: "MISSED_CHECK_IN",
      Severity: "NORMAL",
      ActorStatus: "WAITING",
    });
    const history = await wholeHistory(client, workflowId);
    expect(history).toContain("CoachTaskSnoozed");
    expect(history).not.toContain(marker);
  }, 120_000);

  test("is started dormant and found; wakes by itself when it is due, and earlier by an event", async () => {
    const { workspaceId, relationshipId, clientUserId, coachUserId } = await buildScope(em);
    const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
    const put = async (changes: Partial<CoachTask>) => {
      const { id } = await putCoachTask(em, owner, { createdAt: noon, ...changes });
      const event = anEvent("CoachTaskCreated", { subjectId: id });
      await emitEvents(database, [inboxTaskActor.wokenBy(event, { taskId: id })]);
      return id;
    };
    const later = new Date(noon.getTime() + 2 * 3_600_000);
    const snoozed = { status: "SNOOZED", snoozedUntil: later, snoozePreset: "ONE_HOUR" } as const;
    const closed = await put({ severity: "LOW", ...snoozed });
    const due = await put({ severity: "HIGH", dueAt: new Date(noon.getTime() + 5_000) });
    // Without other consumers: they would lock the relationship, and a locked one is passed over.
    const lease = { consumers: ["inbox-task-actor"], limit: 9, leaseSeconds: 30 } as const;
    const rows = await transact(em, (tx) => leaseRows(tx, lease));
    const settleNew = newActorsSettler({ em, log: settlement.log }, actors);
    const wakeActors = deliverToActors(actorWaker(client, taskQueue), settleNew);
    expect(await wakeActors(rows, new AbortController().signal)).toEqual(new Map());
    const handle = client.workflow.getHandle(inboxTaskActor.idOf({ taskId: closed }));
    const { typedSearchAttributes } = await handle.describe();
    const shown = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(shown)).toMatchObject({
      WorkspaceId: workspaceId,
      InboxStatus: "SNOOZED",
      Severity: "LOW",
      ActorStatus: "WAITING",
      NextWakeAt: expect.any(Date),
    });
    // Only its start: it has had no workflow task yet, although it waits.
    expect((await handle.fetchHistory()).events).toHaveLength(1);
    await work();
    relay();
    await waitsFor(due, "LOOK");
    expect(await em.fork().findOneOrFail(CoachTask, due)).toMatchObject({
      lateToldAt: expect.any(Date),
    });
    const by = { byUserId: coachUserId, expectedRevision: null, requestId: "test" };
    const decision = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
    await transact(em, (tx) =>
      actOnTask(tx, { workspaceId, taskId: closed, ...by }, resolveTask(decision)),
    );
    await waitsFor(closed, "NOTHING");
  }, 120_000);

  test("wakes each snoozed task once even after Temporal's data were deleted", async () => {
    const { ids } = await snoozedTasks(5, "later");
    await work();
    relay();
    for (const taskId of ids) await waitsFor(taskId, "SNOOZE");
    await temporal.lose();
    await temporal.bringBack();
    await setClock(files.ownerUrl, new Date(noon.getTime() + 2 * 3_600_000));
    relay(OFTEN);
    for (const taskId of ids) await waitsFor(taskId, "LOOK");
    const woken = await em.fork().find(CoachTaskEvent, { taskId: { $in: ids }, type: "reopened" });
    expect(woken.map(({ taskId }) => taskId).toSorted()).toEqual(ids.toSorted());
  }, 120_000);
});

async function work() {
  stops.push(await startWorker({ ...temporal, settlement, taskQueue }));
}

function relay(sweep = NEVER) {
  stops.push(startRelay({ ...temporal, settlement, sweep }, actorWaker(client, taskQueue), []));
}

function waitsFor(taskId: string, wanted: AgendaView["waitingFor"]) {
  return eventually(
    () =>
      client.workflow
        .getHandle(inboxTaskActor.idOf({ taskId }))
        .query<AgendaView>("agenda")
        .catch(() => null),
    (agenda) => agenda?.waitingFor === wanted,
  );
}

/** Tasks that a coach snoozed for an hour, each with its own reason. */
async function snoozedTasks(count: number, reason: string) {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = await buildScope(em);
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id: taskId } = await putCoachTask(em, owner, { createdAt: noon });
    const by = { byUserId: coachUserId, expectedRevision: null, requestId: "test" };
    const until = { preset: "ONE_HOUR" } as const;
    await transact(em, (tx) =>
      actOnTask(tx, { workspaceId, taskId, ...by }, snoozeTask({ until, reason })),
    );
    ids.push(taskId);
  }
  return { ids, owner };
}
