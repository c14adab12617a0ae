import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { eraseMedia } from "../../activities/media/erase-media.ts";
import { finishUpload } from "../../activities/media/finish-upload.ts";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { openUpload } from "../../activities/media/open-upload.ts";
import { MEDIA_LIMITS, MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { findUpload, getShownMedia } from "../../db/media/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { KEEP_PHOTO, photoFeature } from "../factories/media/photo-feature.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { newTestFolder } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const folder = newTestFolder("erasure");
const files = testMediaFiles(em, folder);
const log = pino({ level: "silent" });

const SIZE = 4_096;
let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
});

const erase = (owner = scope) => transact(em, (tx) => eraseMedia(tx, owner.relationshipId));

const NOTHING = { media: 0, uploads: 0, attachments: 0, files: 0 };

describe("Erased media", () => {
  test("are hidden at once; bytes, records, uploads and attachments are removed, others stay", async () => {
    const [referenced, loose, coming] = [await send(), await send(), await send(100)];
    const attachments = [{ uploadId: referenced.uploadId, purpose: "PROGRESS_PHOTO" as const }];
    const operation = queued(KEEP_PHOTO, { text: "x" }, { attachments });
    const deps = admissionDeps(em, [photoFeature().feature]);
    expect((await submit(deps, scope, [operation])).results[0]?.status).toBe("ACCEPTED");
    const other = await buildScope(em);
    const kept = await send(SIZE, other);
    const keys = [referenced, loose, coming].map(({ storageKey }) => storageKey);
    await keep();
    expect(await leftOf(scope, keys)).toEqual({ media: 3, uploads: 3, attachments: 1, files: 3 });
    await erase();
    const owner = { userId: scope.clientUserId, as: "CLIENT" } as const;
    await expect(getShownMedia(em.fork(), referenced.mediaId, owner)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await keep();
    expect(await leftOf(scope, keys)).toEqual(NOTHING);
    expect(await leftOf(other, [kept.storageKey])).toMatchObject({ media: 1, files: 1 });
    await erase();
    await keep();
    expect(await leftOf(scope, keys)).toEqual(NOTHING);
  });

  test("lose no record before their bytes, wherever the cleanup is killed", async () => {
    for (const when of ["before", "after"] as const) {
      for (const calls of [0, 1, 2]) {
        scope = await buildScope(em);
        const sent = [await send(), await send(), await send()];
        const keys = sent.map(({ storageKey }) => storageKey);
        await erase();
        await expect(keep(dyingFiles(when, calls))).rejects.toThrow("The process ends here");
        const gone = when === "before" ? calls : calls + 1;
        expect(await leftOf(scope, keys)).toMatchObject({ media: 3, files: 3 - gone });
        await keep();
        expect(await leftOf(scope, keys)).toEqual(NOTHING);
      }
    }
  });

  test("whose bytes are gone but not their records are completed by the next cleanup", async () => {
    const { storageKey } = await send();
    await erase();
    await cleanUpMedia({ em, files, log }, { step: "REMOVE_FILES", after: null });
    expect(await leftOf(scope, [storageKey])).toMatchObject({ media: 1, uploads: 1, files: 0 });
    await keep();
    expect(await leftOf(scope, [storageKey])).toEqual(NOTHING);
  });

  test("keep their records while a relationship is locked", async () => {
    const { storageKey } = await send();
    await erase();
    await em.fork().transactional(async (tx) => {
      await sql`
        select 1 from relationship_scope where relationship_id = ${scope.relationshipId} for update
      `.execute(tx.getKysely());
      await keep();
    });
    expect(await leftOf(scope, [storageKey])).toMatchObject({ media: 1, files: 0 });
    await keep();
    expect(await leftOf(scope, [storageKey])).toEqual(NOTHING);
  });

  test("are not restored if their last byte arrives meanwhile", async () => {
    const upload = await send(100);
    await erase();
    const bytes = photo(SIZE);
    await writeFile(join(folder, upload.storageKey), bytes);
    expect(await finishUpload({ em, files }, { upload, requestId: null })).toBe("EXPIRED");
    await keep();
    expect(await leftOf(scope, [upload.storageKey])).toEqual(NOTHING);
  });

  test("without a relationship are not found", async () => {
    const nobody = { ...scope, relationshipId: crypto.randomUUID() };
    await expect(erase(nobody)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

/** Runs the whole cleanup, on files that may fail. */
async function keep(on: MediaFiles = files): Promise<void> {
  const deps = { em, files: on, log };
  for (const step of MEDIA_UPKEEP) await cleanUpMedia(deps, { step, after: null });
}

/** Announces a file and stores the given number of its bytes. */
async function send(arrivedBytes = SIZE, owner = scope) {
  const bytes = photo(SIZE);
  const announced = announcement(owner.relationshipId, bytes);
  const sender = { userId: owner.clientUserId, as: "CLIENT", limits: MEDIA_LIMITS } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, { ...sender, announced }));
  const upload = await findUpload(em.fork(), uploadId);
  if (upload?.storageKey === undefined || upload.storageKey === null)
    throw new Error("Expected an upload");
  await writeFile(join(folder, upload.storageKey), bytes.subarray(0, arrivedBytes));
  if (arrivedBytes === SIZE) await finishUpload({ em, files }, { upload, requestId: null });
  return { ...upload, storageKey: upload.storageKey };
}

/** The remaining media of a relationship: records, uploads, attachments and files. */
async function leftOf({ relationshipId }: BuiltScope, keys: readonly string[]) {
  const { rows } = await sql<{ media: number; uploads: number; attachments: number }>`
    select count(distinct media.id)::int as media, count(distinct upload.id)::int as uploads,
      (select count(*)::int from operation_attachment
       where relationship_id = ${relationshipId}) as attachments
    from media left join upload on upload.media_id = media.id
    where media.relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  const names = await readdir(folder);
  return { ...rows[0], files: keys.filter((key) => names.includes(key)).length };
}

/** Files whose removal ends with the process, before or after the file is gone. */
function dyingFiles(when: "before" | "after", calls = 0): MediaFiles {
  let count = 0;
  // The end of the process is not a fault of the file.
  const end = Object.assign(new Error("The process ends here"), { name: "AbortError" });
  return {
    ...files,
    async remove(key) {
      count += 1;
      const dies = count > calls;
      if (dies && when === "before") throw end;
      await files.remove(key);
      if (dies) throw end;
    },
  };
}
