import { type FileHandle, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openDiskFiles } from "../../activities/media/open-disk-files.ts";
import { markErased } from "../../activities/media/mark-erased.ts";
import { renewEpochs } from "../../activities/sync/renew-epochs.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { migrate } from "../../db/platform/migrate.ts";
import { ARCHIVE, MANIFEST } from "../../tools/backup/copy-cluster.ts";
import { restoreBackup } from "../../tools/backup/restore-backup.ts";
import { takeBackup } from "../../tools/backup/take-backup.ts";
import { type Postgres, startPostgres } from "../../tools/postgres/postgres.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { markedErased } from "../factories/privacy/erasure-deps.ts";
import { readChain } from "../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { newTestFolder } from "../harness/context.ts";

const NAME = "sideline";
const PHONES = 4;
const passwords = { superuser: "superuser", owner: "owner", app: "app" };
const dataDir = newTestFolder("backed-up");
const elsewhere = newTestFolder("restored");
const folder = join(newTestFolder("backups"), "one");

/** A person erased before the backup, and a person erased after it in the restored installation. */
const [EARLIER, LATER] = [
  "9c1f0d52-7d0e-4d0c-8a4e-54f1f6a2b001",
  "9c1f0d52-7d0e-4d0c-8a4e-54f1f6a2b002",
];

const mark = (directory: string, userId: string) => markErased(filesIn(directory), userId);

/** An operation that a phone sent, with its answer. */
interface Sent {
  readonly scope: BuiltScope;
  readonly operation: Operation;
}

let living: Postgres;
let database: Database;
let restored: Postgres;
let again: Database;
const sent: Sent[] = [];
/** Operations answered before the backup began. */
let early: readonly Sent[] = [];

/** Pause between two sends: enough operations arrive during a backup, and all of them are sent again later. */
const PAUSE_MS = 100;

beforeAll(async () => {
  living = await start(dataDir);
  await living.createDatabase(NAME);
  await migrate(living.ownerUrl(NAME));
  database = connect(living);
  const scopes = await Promise.all(Array.from({ length: PHONES }, () => buildScope(database.em)));
  await mark(dataDir, EARLIER);
  const stop = new AbortController();
  const writing = Promise.all(scopes.map((scope) => write(scope, stop.signal)));
  await untilSent(40);
  early = [...sent];
  await takeBackup({ dataDir, superuserUrl: living.superuserUrl("postgres"), folder });
  await untilSent(sent.length + 40);
  stop.abort();
  await writing;
  await mark(elsewhere, LATER);
  await restoreBackup({ folder, dataDir: elsewhere });
  restored = await start(elsewhere);
  again = connect(restored);
}, 180_000);

afterAll(async () => {
  await database.close();
  await again.close();
  for (const postgres of [living, restored]) await postgres.child.stop();
  for (const directory of [dataDir, elsewhere]) await removeCluster(join(directory, "postgres"));
});

describe("a backup that is taken while phones write", () => {
  test("contains every operation that was answered before it, and whole receipt chains", async () => {
    for (const [scope, own] of Map.groupBy(early, (one) => one.scope)) {
      const { chain, receipts, faults } = await readChain(again.em, scope.deviceId);
      expect(faults).toEqual([]);
      expect(chain.seq).toBe(receipts.length);
      const there = new Set(receipts.map(({ clientOperationId }) => clientOperationId));
      const ids = own.map(({ operation }) => operation.clientOperationId);
      expect(ids.filter((id) => !there.has(id))).toEqual([]);
    }
  });

  test("is one state of the database: counters agree with the rows they count", async () => {
    const [counted] = await again.em.fork().execute(`select
      (select coalesce(sum(chain_seq), 0)::int from device) as chained,
      (select count(*)::int from receipt) as receipts,
      (select count(*)::int from quick_log_operation) as operations,
      (select coalesce(sum(accepted_count), 0)::int from sync_batch) as accepted,
      (select count(*)::int from sync_answers) as answers,
      (select count(*)::int from sync_request) as requests,
      (select count(*)::int from sync_batch) as batches`);
    const count = expect.any(Number);
    expect(counted).toEqual({
      chained: count,
      receipts: count,
      operations: count,
      accepted: count,
      answers: count,
      requests: count,
      batches: count,
    });
    expect(new Set(Object.values(counted ?? {})).size).toBe(1);
  });

  test("lets phones send again what they still have: nothing is lost, nothing is doubled", async () => {
    expect(await renewEpochs(again.em)).toBe(PHONES);
    const verdicts = new Set<string>();
    for (const { scope, operation } of sent) {
      const { results } = await submit(admissionDeps(again.em), scope, [operation]);
      for (const { status } of results) verdicts.add(status);
    }
    expect([...verdicts].toSorted()).toEqual(["ACCEPTED", "ALREADY_ACCEPTED"]);
    const [counted] = await again.em
      .fork()
      .execute("select count(*)::int as count from quick_log_operation");
    expect(counted).toEqual({ count: sent.length });
  }, 120_000);
});

describe("a backup", () => {
  test("that is restored keeps the existing erasure marks, and restores its own", async () => {
    const marked = await markedErased(filesIn(elsewhere));
    expect(marked).toEqual([EARLIER, LATER]);
  });

  test("is never written over another one", async () => {
    const superuserUrl = living.superuserUrl("postgres");
    await expect(takeBackup({ dataDir, superuserUrl, folder })).rejects.toThrow("already exists");
  });

  test("that was damaged is refused before anything is changed", async () => {
    const archive = join(folder, ARCHIVE);
    const { size } = await stat(archive);
    const file = await open(archive, "r+");
    const place = await placeOfContent(file, Math.floor(size / 3));
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, place);
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, place);
    const target = newTestFolder("damaged");
    await expect(restoreBackup({ folder, dataDir: target })).rejects.toThrow();
    await expect(stat(join(target, "postgres"))).rejects.toThrow();
    await file.write(byte, 0, 1, place);
    await file.close();
    const manifest = join(folder, MANIFEST);
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace(/"Size": \d/, '"Size": 9'));
    await expect(restoreBackup({ folder, dataDir: target })).rejects.toThrow("manifest");
  });
});

/** Offset of the next byte of a file's content in an archive, past headers and padding. */
async function placeOfContent(archive: FileHandle, from: number): Promise<number> {
  const block = Buffer.alloc(512);
  for (let at = from - (from % block.length); ; at += block.length) {
    const { bytesRead } = await archive.read(block, 0, block.length, at);
    if (bytesRead < block.length) throw new Error("The archive has no content there");
    const isHeader = block.toString("latin1", 257, 262) === "ustar";
    const place = block.findIndex((byte) => byte !== 0);
    if (!isHeader && place >= 0) return at + place;
  }
}

function filesIn(directory: string) {
  return openDiskFiles({ directory: join(directory, "media"), findExpected: async () => null });
}

async function start(directory: string): Promise<Postgres> {
  const [port = 0] = await findFreePorts(1);
  return await startPostgres({
    directory: join(directory, "postgres"),
    port,
    passwords,
    durable: true,
    onLine: () => undefined,
    onStart: (child) => rememberChild(directory, child.record),
  });
}

function connect(postgres: Postgres) {
  return openDatabase({ url: postgres.appUrl(NAME), poolSize: 10, applicationName: "backup" });
}

function sip({ agenda }: BuiltScope, second: number) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 50,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 0, 0, second)).toISOString(),
  });
}

/** A phone that sends one operation after another until it is stopped. */
async function write(scope: BuiltScope, stop: AbortSignal): Promise<void> {
  for (let second = 0; !stop.aborted; second += 1) {
    const operation = sip(scope, second);
    const { results } = await submit(admissionDeps(database.em), scope, [operation]);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED"]);
    sent.push({ scope, operation });
    await sleep(PAUSE_MS);
  }
}

async function untilSent(count: number) {
  while (sent.length < count) await sleep(20);
}
