import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { MediaAllowance } from "../../db/exercises/media/media-allowance.ts";
import { UsageSnapshot } from "../../db/exercises/media/usage-snapshot.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { measureUsageReadings } from "../../workers/outside/measure-provider-calls.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { CLIP_HOST, openMeteredProvider } from "../factories/exercises/metered-provider.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "usage-reconcile" });
const { em } = database;
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const taskQueue = `test-${newId()}`;
const media = openMeteredProvider(em, () => 90);
const record = {
  providerKey: "metered",
  credentialsReference: "TEST",
  planKey: "test",
  metered: true,
  mediaUniqueLimit: 10,
  videoMinutesLimit: null,
  licensePolicy: "STREAM_ONLY",
  mediaHosts: [CLIP_HOST],
  callsPerMinute: 600,
};
const away = { outcome: "UNAVAILABLE", sent: false } as const;
const exerciseProvider = {
  record,
  media,
  catalogue: { browse: async () => away, detail: async () => away },
};
const registry = new Registry();
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  const settlement = settlementDeps(em);
  const countReading = measureUsageReadings(registry);
  const worker = { ...temporal, taskQueue, settlement, exerciseProvider, countReading };
  stopWorker = await startWorker(worker);
});
beforeEach(() => {
  media.accountIsAway = false;
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

const quota = () => em.fork().findOneOrFail(MediaAllowance, { providerKey: "metered" });

test("The usage workflow reads the account of a new provider and stores the usage beyond ours", async () => {
  await media.count("asked for by somebody else");
  expect(await run()).toEqual({ readCount: 1, failedCount: 0 });
  expect(await quota()).toMatchObject({ uniqueDrift: 1, minutesDrift: 2 });
  expect(await em.fork().find(UsageSnapshot, {})).toMatchObject([
    { providerKey: "metered", uniqueUsed: 1, ownUniqueUsed: 0 },
  ]);
});

test("An account that cannot be read changes nothing, and the next run of the usage workflow reads it", async () => {
  await run();
  const before = await quota();
  await media.count("asked for by somebody else later");
  media.accountIsAway = true;
  expect(await run()).toEqual({ readCount: 0, failedCount: 1 });
  expect(await quota()).toEqual(before);
  const metrics = await registry.metrics();
  expect(metrics).toContain(
    'sideline_provider_account_reads_total{provider="metered",outcome="UNAVAILABLE"} 1',
  );
  media.accountIsAway = false;
  expect(await run()).toEqual({ readCount: 1, failedCount: 0 });
  expect(await quota()).toMatchObject({ uniqueDrift: 2, minutesDrift: 4 });
});

function run() {
  return client.workflow.execute("reconcileUsage", { workflowId: `usage-${newId()}`, taskQueue });
}
