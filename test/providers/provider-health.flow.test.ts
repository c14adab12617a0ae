import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { AuthProviderDay } from "../../db/providers/auth-provider-day.ts";
import { AuthProviderHealth } from "../../db/providers/auth-provider-health.ts";
import { openDatabase } from "../../db/open-database.ts";
import type { ProviderProbe } from "../../rules/providers/judge-provider-health.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { ensureSchedules } from "../../workers/worker/ensure-schedules.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const taskQueue = `test-${newId()}`;
let probe: ProviderProbe = {
  latencyMs: 12,
  errorCode: null,
  announces: { pkceS256: true, issuerParameter: true, backchannelLogout: true },
};
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  const settlement = settlementDeps(em);
  const probeProvider = async () => probe;
  stopWorker = await startWorker({ ...temporal, taskQueue, settlement, probeProvider });
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

test("the scheduled check stores the health of each provider, and counts those that changed", async () => {
  expect(await run("providerHealth")).toBe(0);
  probe = { ...probe, errorCode: "DISCOVERY_FAILED" };
  expect(await run("providerHealth")).toBe(3);
  const kept = await em.fork().find(AuthProviderHealth, { providerKey: "google" });
  expect(kept.map(({ status }) => status).toSorted()).toEqual(["DOWN", "HEALTHY"]);
});

test("health records older than 30 days become one row a day", async () => {
  await moveClock(ownerUrl, 31 * 86_400);
  await run("providerRetention");
  expect(await em.fork().count(AuthProviderHealth)).toBe(0);
  const days = await em.fork().find(AuthProviderDay, { providerKey: "google" });
  expect(days).toMatchObject([{ healthyCount: 1, downCount: 1, changeCount: 0 }]);
  await moveClock(ownerUrl, 0);
});

test("the health check and the retention are scheduled, one run at a time", async () => {
  await ensureSchedules(client, taskQueue);
  for (const [id, every] of [
    ["provider-health", 300_000],
    ["provider-retention", 86_400_000],
  ] as const) {
    const schedule = client.schedule.getHandle(id);
    const { policies, spec } = await schedule.describe();
    expect(policies).toMatchObject({ overlap: "SKIP" });
    expect(spec.intervals).toMatchObject([{ every }]);
    await schedule.pause("by a test");
  }
});

function run(workflow: "providerHealth" | "providerRetention") {
  return client.workflow.execute(workflow, { workflowId: `${workflow}-${newId()}`, taskQueue });
}
