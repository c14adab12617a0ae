import { afterAll, afterEach, expect, test } from "@jest/globals";
import pino from "pino";
import { Registry } from "prom-client";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { ensureNamespace } from "../../workers/worker/ensure-namespace.ts";
import { ensureTemporal, WAKE_ALL } from "../../workers/worker/ensure-temporal.ts";
import { scheduledWorkflows } from "../../workers/worker/scheduled-workflows.ts";
import { searchAttributesOf } from "../../workers/worker/search-attributes.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startRelay, startWorker } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";

const LIMIT_MS = 180_000;

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const server = await openOwnTemporal();
const settlement = settlementDeps(em);
const log = pino({ level: "silent" });
// One task queue for all tests: lanes of an earlier test linger on it.
const taskQueue = `test-${newId()}`;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ALL = [...scheduledWorkflows.keys()].toSorted();

test(
  "schedules and waiting actors are restored while the worker keeps running",
  async () => {
    const product = await startProduct(server.namespace);
    const device = await aDeviceThatWaits(product);
    await aLaneThatWaits(product);
    await untilScheduled(product);
    await server.lose();
    await server.bringBack();
    await untilItWaits(product, device);
    await untilItWaits(product, LANE);
    expect(await untilScheduled(product)).toEqual(ALL);
  },
  LIMIT_MS,
);

test(
  "entries that were deleted on a running server are restored, and a metric reports it",
  async () => {
    const product = await startProduct(server.namespace);
    const { client, registry } = product;
    const device = await aDeviceThatWaits(product);
    await untilScheduled(product);
    const before = await madeOf(registry);
    await client.workflow.getHandle(device).terminate();
    for (const scheduleId of ALL) await client.schedule.getHandle(scheduleId).delete();
    await untilItWaits(product, device);
    expect(await untilScheduled(product)).toEqual(ALL);
    // A check that meets a schedule while it is deleted fails, and counts nothing of what it restored.
    const made = await eventually(
      () => madeOf(registry),
      (count) => count > before,
    );
    expect(made).toBeGreaterThan(before);
  },
  LIMIT_MS,
);

test(
  "a single lost schedule is restored, and no actor is woken",
  async () => {
    const product = await startProduct(server.namespace);
    const device = await aDeviceThatWaits(product);
    const { client } = product;
    await untilScheduled(product);
    await client.workflow.getHandle(device).terminate();
    await client.schedule.getHandle("turn-days").delete();
    expect(await untilScheduled(product)).toEqual(ALL);
    expect((await client.workflow.getHandle(device).describe()).status.name).toBe("TERMINATED");
  },
  LIMIT_MS,
);

test(
  "a missing namespace is created, with the search attributes of the actors",
  async () => {
    const namespace = `made-${newId()}`;
    const product = await startProduct(namespace);
    const { customAttributes } =
      await product.client.connection.operatorService.listSearchAttributes({ namespace });
    expect(Object.keys(customAttributes)).toEqual(
      expect.arrayContaining(Object.keys(searchAttributesOf())),
    );
    await aDeviceThatWaits(product);
  },
  LIMIT_MS,
);

test("twenty thousand waiting actors are woken within five minutes of the loss, including the minute until the check", () => {
  expect(60 + 20_000 / WAKE_ALL.perSecond).toBeLessThanOrEqual(300);
  expect(WAKE_ALL.lateBySeconds).toBeNull();
});

async function madeOf(registry: Registry): Promise<number> {
  const text = await registry.getSingleMetricAsString("sideline_schedules_recreated_total");
  return Number(text.trim().split(" ").at(-1));
}

/** A worker, a relay that sweeps nothing, and the check that restores the setup of Temporal, in this namespace. */
async function startProduct(namespace: string) {
  const place = { address: server.address, namespace };
  const client = openTemporalClient(place);
  stops.push(() => client.connection.close());
  const wakeActor = actorWaker(client, taskQueue);
  const registry = new Registry();
  const metrics = createWorkerMetrics(registry);
  await eventually(
    () =>
      ensureNamespace(client.connection, namespace).then(
        () => true,
        () => false,
      ),
    (ensured) => ensured,
  );
  const stop = new AbortController();
  const keeping = {
    temporal: client,
    namespace,
    taskQueue,
    em,
    wakeActor,
    lanes: settlement.lanes,
    settlements: settlement.settlements,
    metrics,
    log,
  };
  await ensureTemporal({ ...keeping, everyMs: 500 }, stop.signal);
  stops.push(async () => stop.abort());
  stops.push(await startWorker({ ...place, settlement, taskQueue }));
  const never = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
  stops.push(startRelay({ ...place, settlement, sweep: never }, wakeActor));
  return { client, registry };
}

type Product = Awaited<ReturnType<typeof startProduct>>;

async function schedulesOf({ client }: Product): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) found.push(scheduleId);
  return found.toSorted();
}

/** A server that has just come back may refuse requests for a while. */
function untilScheduled(product: Product) {
  return eventually(
    () => schedulesOf(product).catch(() => []),
    (found) => found.length === ALL.length,
  );
}

/** A device whose actor waits for the acknowledgement of an order, in a week. */
async function aDeviceThatWaits(product: Product): Promise<string> {
  const { clientUserId: userId, deviceId } = await buildScope(em);
  await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
  const workflowId = deviceActorId(deviceId);
  await untilItWaits(product, workflowId);
  return workflowId;
}

/** The lane waits for the end of an undo window, tomorrow. */
async function aLaneThatWaits(product: Product): Promise<void> {
  const scope = await buildScope(em);
  const { id: taskId } = scope.agenda.habit;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  await untilItWaits(product, LANE);
}

const LANE = "settlement/0";

function untilItWaits({ client }: Product, workflowId: string) {
  const reason = workflowId === LANE ? "UNDO_WINDOW" : "PURGE";
  return eventually(
    () =>
      client.workflow
        .getHandle(workflowId)
        .query<AgendaView>("agenda")
        .catch(() => null),
    (view) => view?.waitingFor === reason,
  );
}
