import { NativeConnection, Worker } from "@temporalio/worker";
import { afterAll, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { type ActorReport, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import pino from "pino";
import { eventually } from "../factories/eventually.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { wakeBriefly } from "../factories/outbox/wake-briefly.ts";
import { openNamespace } from "../harness/namespace.ts";

installRuntime(pino({ level: "silent" }));
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const connection = await NativeConnection.connect({ address: temporal.address });
const taskQueue = `test-${newId()}`;
afterAll(async () => {
  await connection.close();
  await client.connection.close();
});

const NOTHING: ActorReport = { ...NOTHING_WAITS, attributes: {}, details: [] };
const dueInASecond: ActorReport = {
  ...NOTHING,
  open: true,
  dueAt: "2026-03-01T06:00:00.000Z",
  dueReason: "RETRY",
  dueInMs: 1_000,
};
const answers: ActorReport[] = [NOTHING, dueInASecond];
let settlements = 0;

test("an actor that is woken as its linger time ends settles the deadline that it finds", async () => {
  const workflowId = deviceActorId(newId());
  const bounds = { lingerMs: 1_500, events: 700 };
  const wake = () =>
    wakeBriefly(client, {
      workflowType: "deviceActor",
      workflowId,
      reason: "OperationDeferred",
      taskQueue,
      bounds,
    });
  const handle = client.workflow.getHandle(workflowId);
  const stop = await startWorker();
  await wake();
  await eventually(
    async () => settlements,
    (count) => count === 1,
  );
  const lingers = async () => (await handle.fetchHistory()).events ?? [];
  await eventually(lingers, (events) => events.some((event) => event.timerStartedEventAttributes));
  await stop();
  // The timer fires and the wake-up arrives while no worker polls, so one workflow task brings both.
  await eventually(lingers, (events) => events.some((event) => event.timerFiredEventAttributes));
  await wake();
  const stopAgain = await startWorker();
  await handle.result();
  await stopAgain();
  expect(settlements).toBe(3);
}, 30_000);

async function startWorker(): Promise<() => Promise<void>> {
  const { namespace } = temporal;
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: { codePath: await testBundle() },
    activities: {
      settleDevice: async () => {
        settlements += 1;
        return answers.shift() ?? NOTHING;
      },
    },
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
  };
}
