import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import { settleNewTasks } from "../../activities/inbox/actor/settle-new-tasks.ts";
import { recordChanges } from "../../activities/inbox/record-changes.ts";
import { deliverToActors } from "../../activities/outbox/deliver-to-actors.ts";
import { newActorsSettler } from "../../activities/outbox/settle-new-actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import type { Deliver } from "../../activities/outbox/deliver.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { ActorConsumer } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { actors } from "../../workers/actors.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const settlement = settlementDeps(em);
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const taskQueue = `test-${newId()}`;
const running = new AbortController().signal;
let deliver: Deliver;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  stopWorker = await startWorker({ ...temporal, settlement, taskQueue });
  const settleNew = newActorsSettler({ em, log: settlement.log }, actors);
  deliver = deliverToActors(actorWaker(client, taskQueue), settleNew);
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

const START = "new-inbox-task-actor";
const SIGNAL = "inbox-task-actor";
const ORDERS: readonly (readonly [string, readonly ActorConsumer[]])[] = [
  ["its start and then the act", [START, SIGNAL]],
  ["the act and then its start", [SIGNAL, START]],
  ["its start twice around the act", [START, SIGNAL, START]],
  ["the act twice around its start", [SIGNAL, START, SIGNAL]],
];

test.each(ORDERS)(
  "An actor that hears of %s runs once and waits for what the act decided",
  async (_order, consumers) => {
    const { taskId, snooze } = await opened();
    await snooze();
    for (const consumer of consumers) await handOver(taskId, consumer);
    const handle = handleOf(taskId);
    await eventually(
      () => handle.query<AgendaView>("agenda").catch(() => null),
      (agenda) => agenda?.waitingFor === "SNOOZE",
    );
    const { runId, raw } = await handle.describe();
    expect(raw.workflowExecutionInfo?.firstRunId).toBe(runId);
  },
  60_000,
);

test("An actor whose only run has ended before its start is not started again", async () => {
  const { taskId, resolve } = await opened();
  await resolve();
  const args = [{ bounds: { lingerMs: 1, events: 700 } }];
  const workflowId = inboxTaskActor.idOf({ taskId });
  const run = await client.workflow.start("inboxTaskActor", { workflowId, taskQueue, args });
  await run.result();
  await handOver(taskId, START);
  const { runId, status } = await handleOf(taskId).describe();
  expect({ runId, status: status.name }).toEqual({
    runId: run.firstExecutionRunId,
    status: "COMPLETED",
  });
}, 60_000);

test("An actor whose only run was terminated is started again", async () => {
  const { taskId, snooze } = await opened();
  await snooze();
  await handOver(taskId, SIGNAL);
  const { runId } = await handleOf(taskId).describe();
  await handleOf(taskId).terminate("lost");
  await handOver(taskId, START);
  const described = await handleOf(taskId).describe();
  expect(described.status.name).toBe("RUNNING");
  expect(described.runId).not.toBe(runId);
}, 60_000);

test("An actor whose relay was killed between its first settlement and its start is started dormant", async () => {
  const { taskId } = await opened();
  expect(await settleNewTasks(em, [taskId])).toHaveLength(1);
  await handOver(taskId, START);
  const { events } = await handleOf(taskId).fetchHistory();
  expect(events).toHaveLength(1);
}, 60_000);

/** A task that its source has opened, and acts of its coach. */
async function opened() {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = await buildScope(em);
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const task = await putCoachTask(em, owner);
  const created = { task, type: "created", byUserId: null } as const;
  await transact(em, async (tx) => {
    await recordChanges(tx, [created], { now: await clockNow(tx), requestId: null });
  });
  const by = { byUserId: coachUserId, expectedRevision: null, requestId: "test" };
  const acting = { workspaceId, taskId: task.id, ...by };
  const snoozed = snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null });
  const decision = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
  return {
    taskId: task.id,
    snooze: () => transact(em, (tx) => actOnTask(tx, acting, snoozed)),
    resolve: () => transact(em, (tx) => actOnTask(tx, acting, resolveTask(decision))),
  };
}

const handleOf = (taskId: string) => client.workflow.getHandle(inboxTaskActor.idOf({ taskId }));

/** Delivers the rows of one task and consumer, and keeps them. */
async function handOver(taskId: string, consumer: ActorConsumer): Promise<void> {
  const lease = { consumers: [consumer], limit: 1_000, leaseSeconds: 0 };
  const rows = await transact(em, (tx) => leaseRows(tx, lease));
  const own = rows.filter(({ key }) => key === inboxTaskActor.idOf({ taskId }));
  expect(own).toHaveLength(1);
  expect(await deliver(own, running)).toEqual(new Map());
}
