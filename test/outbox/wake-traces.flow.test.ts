import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { NativeConnection, Worker } from "@temporalio/worker";
import { pino } from "pino";
import type { SettleOrder } from "../../activities/outbox/register-actor.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { type ActorReport, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { ActorBounds } from "../../workflows/run-actor.ts";
import { eventually } from "../factories/eventually.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { openNamespace } from "../harness/namespace.ts";

installRuntime(pino({ level: "silent" }));
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const connection = await NativeConnection.connect({ address: temporal.address });
const taskQueue = `test-${newId()}`;
const orders: SettleOrder[] = [];
const answers: (ActorReport | Error)[] = [];
const worker = await Worker.create({
  connection,
  namespace: temporal.namespace,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: {
    settleDevice: async (order: SettleOrder) => {
      orders.push(order);
      const answer = answers.shift() ?? NOTHING;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  },
});
const running = worker.run();
afterAll(async () => {
  worker.shutdown();
  await running;
  await connection.close();
  await client.connection.close();
});

const NOTHING: ActorReport = { ...NOTHING_WAITS, attributes: {}, details: [] };
const dueIn = (dueInMs: number): ActorReport => ({
  ...NOTHING,
  open: true,
  dueAt: "2026-03-01T06:00:00.000Z",
  dueReason: "RETRY",
  dueInMs,
});
const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
const ONE = traceOf("1");
const TWO = traceOf("2");

let workflowId = "";
beforeEach(() => {
  workflowId = deviceActorId(newId());
  orders.length = 0;
  answers.length = 0;
});
afterEach(() => client.workflow.getHandle(workflowId).terminate("tested"));

const tracesSeen = () => orders.map(({ traces }) => traces);
const untilSettled = (times: number) =>
  eventually(
    async () => orders.length,
    (count) => count >= times,
  );

/** Wakes the actor by the SDK, so that the arguments of the signal and of a run are free. */
async function signal(signalArgs: readonly unknown[], bounds?: ActorBounds): Promise<void> {
  await client.workflow.signalWithStart("deviceActor", {
    workflowId,
    taskQueue,
    args: bounds === undefined ? [] : [{ bounds }],
    signal: "DeviceDueSooner",
    signalArgs: [...signalArgs],
    workflowTaskTimeout: "5s",
  });
}

async function wake(traces: readonly string[]): Promise<void> {
  const wakeActor = actorWaker(client, taskQueue);
  const reason = "DeviceDueSooner";
  expect(await wakeActor({ workflowId, reason, id: newId(), version: 0, traces })).toBeNull();
}

test("The traces of a wake reach the act that it causes, and no later act", async () => {
  answers.push(dueIn(86_000_000), dueIn(86_000_000));
  await wake([ONE, TWO]);
  await untilSettled(1);
  await wake([]);
  await untilSettled(2);
  expect(tracesSeen()).toEqual([[ONE, TWO], undefined]);
  expect(Object.keys(orders[1] ?? {}).toSorted()).toEqual(["retryNow", "runId", "workflowId"]);
});

test("An act that fails, goes on or is due again within a minute keeps them, together with those of a further wake", async () => {
  answers.push(new Error("away"), { ...NOTHING, more: true }, dueIn(1_000), dueIn(61_000));
  await wake([ONE]);
  await untilSettled(3);
  await wake([TWO, ONE]);
  await untilSettled(4);
  await wake([]);
  await untilSettled(5);
  expect(tracesSeen()).toEqual([[ONE], [ONE], [ONE], [ONE, TWO], undefined]);
}, 30_000);

test("A run hands its traces to the next one", async () => {
  // A deadline begins a workflow task, so that the history grows.
  answers.push(...Array.from({ length: 4 }, () => dueIn(1_000)), dueIn(86_000_000));
  await signal([newId(), 0, [ONE]], { lingerMs: 60_000, events: 10 });
  await untilSettled(5);
  expect(new Set(orders.map(({ runId }) => runId)).size).toBeGreaterThan(1);
  expect(tracesSeen()).toEqual(Array.from({ length: 5 }, () => [ONE]));
}, 30_000);

test("A signal of an earlier release, or with anything else as its traces, wakes as ever", async () => {
  answers.push(...Array.from({ length: 4 }, () => dueIn(86_000_000)));
  for (const [place, further] of [[], [null], [{ a: 1 }], [[7, null, ONE]]].entries()) {
    await signal([newId(), 0, ...further]);
    await untilSettled(place + 1);
  }
  expect(tracesSeen()).toEqual([undefined, undefined, undefined, [ONE]]);
});
