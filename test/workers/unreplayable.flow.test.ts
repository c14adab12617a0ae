import { afterAll, afterEach, expect, test } from "@jest/globals";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { ActorState } from "../../workflows/actor-state.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { plantedBundlePath } from "../factories/workers/planted-bundle.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";

/** Issues a timer where the product's actor issues a settlement. */
const OTHERWISE = `
  import { sleep } from "@temporalio/workflow";
  export default async function otherwise() { await sleep("1 hour"); }
`;

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const place = await openNamespace();
const client = openTemporalClient(place);
const taskQueue = `test-${newId()}`;
const options = { ...place, taskQueue, settlement: settlementDeps(database.em) };
let stopWorker: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stopWorker?.();
});
afterAll(async () => {
  await client.connection.close();
  await database.close();
});

test("a history that does not replay ends its run, and the next wake-up starts another", async () => {
  const { deviceId } = await buildScope(database.em);
  const workflowId = deviceActorId(deviceId);
  const handle = client.workflow.getHandle(workflowId);
  const waker = actorWaker(client, taskQueue);
  const wake = () => waker({ workflowId, reason: "SWEPT", id: deviceId, version: 0 });

  stopWorker = await startWorker({
    ...options,
    bundlePath: await plantedBundlePath("otherwise", OTHERWISE),
  });
  await wake();
  await eventually(
    async () => (await handle.fetchHistory()).events?.length ?? 0,
    (events) => events >= 5,
  );
  await stopWorker();

  stopWorker = await startWorker(options);
  await wake();
  await eventually(
    async () => (await handle.describe()).status.name,
    (status) => status === "FAILED",
  );
  await wake();
  const state = await eventually(
    () => handle.query<ActorState>("state"),
    ({ settlements }) => settlements > 0,
  );
  expect(state).toMatchObject({ failures: 0, phase: "IDLE" });
}, 120_000);
