import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { MediaFile, MediaPart } from "../../../device/media/types.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { eventually } from "../../factories/eventually.ts";
import { contentOf, photo } from "../../factories/media/media.ts";
import { buildRealPhone, onlyScope, type RealPhone } from "../../factories/device/real-phone.ts";
import { buildEveryKind } from "../../factories/quick-log/every-kind.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

const database = await useOwnDatabase();
const { api, issuer } = await useApi({ database });

const MIB = 1024 * 1024;
const JPEG = { purpose: "PROGRESS_PHOTO", type: "image/jpeg" } as const;

test("A photo of 3 MB whose connection breaks and whose process is killed goes on where the server stopped, and its operation is accepted", async () => {
  const phone = await buildRealPhone(api, issuer);
  const taskId = await photoTask(phone);
  const bytes = photo(3 * MIB);
  const before = await phone.open();
  await before.signIn(phone.tokens);
  const scope = await onlyScope(before);
  await scope.refresh();
  const media = await scope.part("media");
  const attached = await attach(media, bytes);
  phone.network.failBy(({ method }) => (method === "PATCH" ? "UNREACHABLE" : null));
  const operation = await scope.enqueue({
    operationType: "quick-log.complete-task",
    payload: { taskId },
    attachments: [attached],
  });
  await eventually(
    () => only(media),
    ({ waitsFor }) => waitsFor === "OFFLINE",
  );
  const waiting = await operation.state();
  phone.network.failBy(() => null);
  phone.parts.length = 0;
  phone.cutNextPart(MIB / 2);
  await media.send();
  const broken = await only(media);
  await phone.kill();
  const stored = await readAll(phone.folder);

  const device = await phone.open();
  const again = await onlyScope(device);
  const verdict = await (await again.operation(operation.clientOperationId))?.verdict();
  const file = await only(await again.part("media"));
  await device.close();

  expect(waiting).toMatchObject({ status: "QUEUED", waitsFor: "MEDIA" });
  expect(broken).toMatchObject({ status: "ANNOUNCED", waitsFor: "OFFLINE" });
  expect(stored.length).toBeGreaterThan(bytes.length);
  expect(stored.includes(bytes.subarray(1_000, 1_032))).toBe(false);
  expect(verdict?.status).toBe("ACCEPTED");
  expect(file).toMatchObject({ status: "RECEIVED", sentBytes: bytes.length, waitsFor: null });
  // The server kept what had arrived of the part that broke; no later part repeats a byte of it.
  const [, resumed] = phone.parts;
  const kept = resumed?.offset ?? 0;
  expect(kept).toBeGreaterThan(0);
  expect(phone.parts).toEqual([
    { offset: 0, bytes: MIB / 2 },
    { offset: kept, bytes: MIB - kept },
    { offset: MIB, bytes: MIB },
    { offset: 2 * MIB, bytes: MIB },
  ]);
  const [record] = await records(phone);
  const received = await contentOf(api, { token: phone.pair.clientToken }, record?.id ?? "");
  expect(received.bytes.equals(bytes)).toBe(true);
  expect(await lawOf(phone, again.scopeId)).toBeNull();
}, 60_000);

test("An upload that expired is renewed under the same operation, with one media record", async () => {
  const phone = await buildRealPhone(api, issuer);
  const taskId = await photoTask(phone);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  await scope.refresh();
  const media = await scope.part("media");
  const attached = await attach(media, photo(40_000));
  phone.network.failBy(({ method }) => (method === "PATCH" ? "UNREACHABLE" : null));
  const operation = await scope.enqueue({
    operationType: "quick-log.complete-task",
    payload: { taskId },
    attachments: [attached],
  });
  await eventually(
    () => only(media),
    ({ waitsFor }) => waitsFor === "OFFLINE",
  );
  await moveClock(api.database.ownerUrl, 25 * 3_600);
  phone.network.failBy(() => null);
  await media.send();
  const verdict = await operation.verdict();
  await device.close();
  await moveClock(api.database.ownerUrl, 0);

  expect(verdict.status).toBe("ACCEPTED");
  const found = await records(phone);
  expect(found).toMatchObject([{ status: "READY", uploads: ["EXPIRED", "READY"] }]);
}, 60_000);

test("Two operations that name the same photo make one media record and send its bytes once", async () => {
  const phone = await buildRealPhone(api, issuer);
  const taskId = await photoTask(phone);
  const { meal } = phone.agenda;
  const bytes = photo(50_000);
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  await scope.refresh();
  const media = await scope.part("media");
  const ofMeal = { bytes, purpose: "MEAL_PHOTO", type: "image/jpeg" } as const;
  const [first, second] = [await media.attach(ofMeal), await media.attach(ofMeal)];
  const progress = await attach(media, bytes);
  if (first.kind !== "ATTACHED") throw new Error("The photo was refused");
  const [rice, chicken] = meal.items;
  const tick = (itemId: string | undefined, attachments: readonly string[]) =>
    scope.enqueue({
      operationType: "quick-log.complete-item",
      payload: { taskId: meal.id, itemId },
      attachments,
    });
  const operations = [
    await tick(rice?.id, [first.mediaId]),
    await tick(chicken?.id, [first.mediaId]),
    await scope.enqueue({
      operationType: "quick-log.complete-task",
      payload: { taskId },
      attachments: [progress],
    }),
  ];
  const verdicts = await Promise.all(operations.map((operation) => operation.verdict()));
  await eventually(
    () => media.files(),
    (files) => files.length === 2 && files.every(({ status }) => status === "RECEIVED"),
  );
  await device.close();

  expect(second).toEqual(first);
  expect(verdicts.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
  expect(await records(phone)).toMatchObject([{ status: "READY", uploads: ["READY", "READY"] }]);
  expect(phone.parts).toEqual([{ offset: 0, bytes: bytes.length }]);
}, 60_000);

/** Gives the client a plan of each kind, and returns the task that asks for progress photos. */
async function photoTask({ pair }: RealPhone): Promise<string> {
  const { workspaceId, relationshipId, coach } = pair;
  const owner = { workspaceId, relationshipId, coachUserId: coach.userId, timezone: "UTC" };
  return (await buildEveryKind(api.deps.database.em, owner))("photo").id;
}

async function attach(media: MediaPart, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const attached = await media.attach({ bytes, ...JPEG });
  if (attached.kind !== "ATTACHED") throw new Error("The photo was refused");
  return attached.mediaId;
}

async function only(media: MediaPart): Promise<MediaFile> {
  const [file] = await media.files();
  if (file === undefined) throw new Error("There is no file");
  return file;
}

/** The media records of the client at the server, with the status of their uploads in order. */
async function records({ pair }: RealPhone) {
  const { rows } = await sql<{ id: string; status: string; uploads: string[] }>`
    select media.id, media.status, array_agg(upload.status order by upload.id) as uploads
    from media join upload on upload.media_id = media.id
    where media.relationship_id = ${pair.relationshipId} group by media.id
  `.execute(api.deps.database.em.fork().getKysely());
  return rows;
}

async function readAll(folder: string): Promise<Buffer> {
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

async function lawOf(phone: RealPhone, scopeId: string) {
  const file = await openNodeSql(phone.file);
  const breach = await checkLaw(file, scopeId);
  await file.close();
  return breach;
}
