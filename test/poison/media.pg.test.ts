import { randomUUID } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import { eraseMedia } from "../../activities/media/erase-media.ts";
import { openUpload } from "../../activities/media/open-upload.ts";
import {
  FINAL_UPLOAD_DAYS,
  MEDIA_LIMITS,
  type MediaUpkeep,
  UNKNOWN_FILE_HOURS,
} from "../../contract/media/vocabulary.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { newTestFolder } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const folder = newTestFolder("poisoned-media");
const files = testMediaFiles(em, folder);
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = {
  error: (fields: unknown) => void faults.push(fields),
  warn: (fields: unknown) => void faults.push(fields),
};

const DAY = 86_400;
const relationships: string[] = [];
beforeEach(async () => {
  faults.length = 0;
  relationships.length = 0;
  await moveClock(ownerUrl, 0);
  await em.fork().execute("delete from upload");
  await em.fork().execute("delete from media");
  for (let count = 0; count < 5; count += 1) {
    const { relationshipId, clientUserId: userId } = await buildScope(em);
    const announced = announcement(relationshipId, photo());
    const opening = { userId, as: "CLIENT", announced, limits: MEDIA_LIMITS } as const;
    await transact(em, (tx) => openUpload(tx, opening));
    relationships.push(relationshipId);
  }
});

test("an upload that cannot be ended does not delay the others, is logged, and ends once it is repaired", async () => {
  await moveClock(ownerUrl, 2 * DAY);
  await expectIsolated("EXPIRE_UPLOADS", "upload");
});

test("an upload that cannot be deleted does not delay the others, is logged, and is deleted once it is repaired", async () => {
  await moveClock(ownerUrl, 2 * DAY);
  await keep("EXPIRE_UPLOADS");
  await keep("REMOVE_FILES");
  await moveClock(ownerUrl, (FINAL_UPLOAD_DAYS + 3) * DAY);
  await expectIsolated("FORGET_UPLOADS", "upload");
});

test("media that cannot be erased do not delay the others, are logged, and are erased once they are repaired", async () => {
  for (const relationshipId of relationships)
    await transact(em, (tx) => eraseMedia(tx, relationshipId));
  await keep("REMOVE_FILES");
  await expectIsolated("FORGET_MEDIA", "media");
});

test("a file that cannot be removed does not delay the others, is logged, and is removed once it is repaired", async () => {
  await moveClock(ownerUrl, 2 * DAY);
  await keep("EXPIRE_UPLOADS");
  let bad: string | null = null;
  const failing = {
    ...files,
    remove(key: string) {
      bad ??= key;
      if (key === bad) return Promise.reject(new RangeError("planted"));
      return files.remove(key);
    },
  };
  const input = { step: "REMOVE_FILES", after: null } as const;
  expect(await cleanUpMedia({ em, files: failing, log }, input)).toMatchObject({
    count: 4,
    failedCount: 1,
  });
  expect(faults).toMatchObject([{ failureClass: "RangeError" }]);
  expect(await keep("REMOVE_FILES")).toMatchObject({ count: 1, failedCount: 0 });
});

test("an erasure mark that cannot be written does not delay the others, is logged, and is written once it is repaired", async () => {
  const people: string[] = [];
  for (let count = 0; count < 3; count += 1) people.push((await buildCoach(em)).userId);
  const erased = { deletionRequestedAt: new Date(), deletedAt: new Date() };
  const of = { id: { $in: people } };
  await em.fork().nativeUpdate(User, of, { status: "PENDING_DELETION", ...erased });
  const bad = people.toSorted()[0] ?? "none";
  const failing = {
    ...files,
    mark: (key: string) =>
      key.endsWith(bad) ? Promise.reject(new RangeError("planted")) : files.mark(key),
  };
  const step = "REMOVE_UNKNOWN_FILES";
  const slice = () => cleanUpMedia({ em, files: failing, log }, { step, after: null });
  expect(await slice()).toEqual({ count: 2, more: true, after: null });
  expect(await slice()).toMatchObject({ count: 0, more: false, failedCount: 1 });
  expect(faults).toMatchObject([{ failureClass: "RangeError" }, { failureClass: "RangeError" }]);
  expect(await keep(step)).toMatchObject({ count: 1, more: true });
  expect(await keep(step)).toMatchObject({ count: 0, failedCount: 0 });
});

test("an unknown file that cannot be removed does not delay the others, is logged, and is removed once it is repaired", async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const old = new Date(Date.now() - (UNKNOWN_FILE_HOURS + 1) * 3_600_000);
  for (const key of keys) {
    await writeFile(join(folder, key), "nobody's");
    await utimes(join(folder, key), old, old);
  }
  const failing = {
    ...files,
    remove: (key: string) =>
      key === keys[0] ? Promise.reject(new RangeError("planted")) : files.remove(key),
  };
  const input = { step: "REMOVE_UNKNOWN_FILES", after: null } as const;
  expect(await cleanUpMedia({ em, files: failing, log }, input)).toMatchObject({
    count: 2,
    failedCount: 1,
  });
  expect(faults).toMatchObject([{ failureClass: "RangeError" }]);
  expect(await keep("REMOVE_UNKNOWN_FILES")).toMatchObject({ count: 1, failedCount: 0 });
});

function keep(step: MediaUpkeep, after: string | null = null) {
  return cleanUpMedia({ em, files, log }, { step, after });
}

/**
 * Poisons a row. Expects the others to be processed, the fault to be logged, and the row, once repaired, to be
 * processed in the next run.
 */
async function expectIsolated(step: MediaUpkeep, table: string): Promise<void> {
  await poison.plant(table);
  const kept = await keep(step);
  expect(kept).toEqual({ count: 4, more: false, after: "1", failedCount: 1 });
  expect(faults).toMatchObject([{ records: step, failureClass: "SQLSTATE_23000" }]);
  await poison.remove();
  expect(await keep(step)).toMatchObject({ count: 1, failedCount: 0 });
}
