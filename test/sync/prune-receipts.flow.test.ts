import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { ensureSchedules } from "../../workers/worker/ensure-schedules.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildReceipts,
  readChain,
  RECEIPTS_ARE_OLD,
} from "../factories/sync/receipts/old-receipts.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const taskQueue = `test-${newId()}`;
const start = () => startWorker({ ...temporal, taskQueue, settlement: settlementDeps(em) });
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  stopWorker = await start();
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

test("the scheduled workflow prunes the answers of old receipts, and raw payloads", async () => {
  const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
  for (const scope of scopes) await buildReceipts(em, scope, 60);
  await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
  const [young] = scopes;
  if (young === undefined) throw new Error("There is no scope");
  await buildReceipts(em, young, 5);
  const workflowId = `prune-${newId()}`;
  const handle = await client.workflow.start("pruneReceipts", { workflowId, taskQueue });
  // Its worker stops in the middle; the next one continues.
  await stopWorker();
  stopWorker = await start();
  expect(await handle.result()).toBe(180 + 6);
  expect(await count("receipt")).toBe(180 + 5);
  expect(await count("sync_answers")).toBe(1);
  expect(await count("receipt_kept")).toBe(0);
  expect(await count("sync_request")).toBe(1);
  for (const { deviceId } of scopes) expect((await readChain(em, deviceId)).faults).toEqual([]);
  const again = { workflowId: `prune-${newId()}`, taskQueue };
  expect(await client.workflow.execute("pruneReceipts", again)).toBe(0);
});

test("the pruning of receipts is scheduled every day, one run at a time", async () => {
  await ensureSchedules(client, taskQueue);
  const handle = client.schedule.getHandle("prune-receipts");
  const { policies, spec } = await handle.describe();
  expect(policies).toMatchObject({ overlap: "SKIP" });
  expect(spec.intervals).toMatchObject([{ every: 86_400_000 }]);
  await handle.pause("by a test");
});

async function count(table: string) {
  const [row] = await em.fork().execute<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row?.n;
}
