import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { findUpload } from "../../db/media/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { ensureSchedules } from "../../workers/worker/ensure-schedules.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { newTestFolder } from "../harness/context.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const folder = newTestFolder("upkeep-flow");
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const taskQueue = `test-${newId()}`;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  const files = testMediaFiles(em, folder);
  stopWorker = await startWorker({
    ...temporal,
    taskQueue,
    files,
    settlement: settlementDeps(em),
  });
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

test("The scheduled workflow expires uploads and removes their files", async () => {
  const scope = await buildScope(em);
  const bytes = photo();
  const announced = announcement(scope.relationshipId, bytes);
  const sender = { userId: scope.clientUserId, as: "CLIENT" } as const;
  const opening = { ...sender, announced, limits: MEDIA_LIMITS };
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const { storageKey = null } = (await findUpload(em.fork(), uploadId)) ?? {};
  await writeFile(join(folder, storageKey ?? ""), bytes.subarray(0, 10));
  await moveClock(ownerUrl, 25 * 3_600);
  const run = () =>
    client.workflow.execute("mediaUpkeep", { workflowId: `upkeep-${newId()}`, taskQueue });
  expect(await run()).toEqual({ count: 2, walkedTo: null });
  const upload = await findUpload(em.fork(), uploadId);
  expect(upload).toMatchObject({ status: "EXPIRED", storageKey: null, mediaStatus: "EXPIRED" });
  expect(await run()).toEqual({ count: 0, walkedTo: null });
});

test("The media cleanup is scheduled every hour, one run at a time", async () => {
  await ensureSchedules(client, taskQueue);
  const schedule = client.schedule.getHandle("media-upkeep");
  const { policies, spec } = await schedule.describe();
  expect(policies).toMatchObject({ overlap: "SKIP" });
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  await schedule.pause("by a test");
});
