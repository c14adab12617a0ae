import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { migrate } from "../../db/platform/migrate.ts";
import { MANIFEST } from "../../tools/backup/copy-cluster.ts";
import { runRestoreTest } from "../../tools/backup/restore-test/run-restore-test.ts";
import { takeBackup } from "../../tools/backup/take-backup.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { type Postgres, startPostgres } from "../../tools/postgres/postgres.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { createRestoreTestMetrics } from "../../workers/relay/create-restore-test-metrics.ts";
import { readRestoreTest } from "../../workers/relay/restore-test-result.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { newTestFolder } from "../harness/context.ts";

const dataDir = newTestFolder("backed-up");
const backups = newTestFolder("backups");
const file = join(newTestFolder("result"), "restore-test.json");
let living: Postgres;
let database: Database;

beforeAll(async () => {
  const [port = 0] = await findFreePorts(1);
  living = await startPostgres({
    directory: join(dataDir, "postgres"),
    port,
    passwords: { superuser: "superuser", owner: "owner", app: "app" },
    durable: true,
    onLine: () => undefined,
    onStart: (child) => rememberChild(dataDir, child.record),
  });
  await living.createDatabase("sideline");
  await migrate(living.ownerUrl("sideline"));
  const url = living.appUrl("sideline");
  database = openDatabase({ url, poolSize: 4, applicationName: "restore-test" });
  const scope = await buildScope(database.em);
  for (let count = 0; count < 3; count += 1)
    await submit(admissionDeps(database.em), scope, [
      queued("quick-log.complete-task", { taskId: crypto.randomUUID() }),
    ]);
  const superuserUrl = living.superuserUrl("postgres");
  await takeBackup({ dataDir, superuserUrl, folder: join(backups, "one") });
}, 180_000);

afterAll(async () => {
  await database.close();
  await living.child.stop();
  await removeCluster(join(dataDir, "postgres"));
});

test("The newest backup is restored and checked without changing it, and the result says when it passed", async () => {
  const before = await stat(join(backups, "one", MANIFEST));
  const { result, counts } = await runRestoreTest({ folder: backups, file });
  expect(result).toMatchObject({ backup: join(backups, "one"), failure: null });
  expect(result.succeededAt).toBe(result.endedAt);
  expect(counts).toMatchObject({ people: expect.any(Number), receipts: 3, chains: 1 });
  expect(await readRestoreTest(file)).toEqual(result);
  expect((await stat(join(backups, "one", MANIFEST))).mtimeMs).toBe(before.mtimeMs);
}, 180_000);

test("A damaged backup fails the test, and the last success stays known", async () => {
  const former = await readRestoreTest(file);
  const damaged = join(backups, "two");
  await mkdir(damaged);
  await copyFile(join(backups, "one", "base.tar"), join(damaged, "base.tar"));
  const manifest = await readFile(join(backups, "one", MANIFEST), "utf8");
  await writeFile(join(damaged, MANIFEST), manifest.replace(/"Size": \d/, '"Size": 9'));
  const { result, counts } = await runRestoreTest({ folder: backups, file });
  expect(result).toMatchObject({ backup: damaged, succeededAt: former?.succeededAt });
  expect(result.failure).toContain("manifest");
  expect(counts).toBeNull();
}, 180_000);

test("A folder without a backup fails the test", async () => {
  const { result } = await runRestoreTest({ folder: newTestFolder("empty"), file: null });
  expect(result).toMatchObject({ backup: null, succeededAt: null });
  expect(result.failure).toContain("has no backup");
});

test("The relay shows the age of the last success, and infinity if there is none", async () => {
  const registry = new Registry();
  const show = createRestoreTestMetrics(registry);
  expect(await registry.metrics()).toContain("sideline_restore_test_failed Nan");
  const now = new Date("2026-01-12T00:00:00.000Z");
  const result = { backup: "one", endedAt: now.toISOString(), failure: "damaged" };
  show({ ...result, succeededAt: "2026-01-05T00:00:00.000Z" }, now);
  expect(await registry.metrics()).toContain("sideline_restore_test_success_age_seconds 604800");
  expect(await registry.metrics()).toContain("sideline_restore_test_failed 1");
  show(null, now);
  expect(await registry.metrics()).toContain("sideline_restore_test_success_age_seconds +Inf");
  expect(await registry.metrics()).toContain("sideline_restore_test_failed 0");
});
