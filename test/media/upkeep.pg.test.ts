import { randomUUID } from "node:crypto";
import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { markErased } from "../../activities/media/mark-erased.ts";
import { finishUpload } from "../../activities/media/finish-upload.ts";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import type { CleanedSlice } from "../../activities/media/finish-left-uploads.ts";
import { openUpload } from "../../activities/media/open-upload.ts";
import { terminateUpload } from "../../activities/media/terminate-upload.ts";
import { MEDIA_LIMITS, MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { User } from "../../db/accounts/user.ts";
import { findUpload } from "../../db/media/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { markedErased } from "../factories/privacy/erasure-deps.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
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
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const folder = newTestFolder("upkeep");
const files = testMediaFiles(em, folder);
const deps = { em, files, log: pino({ level: "silent" }) };

const HOUR = 3_600;
const DAY = 24 * HOUR;
let scope: BuiltScope;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
});

describe("The cleanup of media", () => {
  test("finishes uploads that were complete and idle for five minutes, and leaves others alone", async () => {
    const [whole, half] = [photo(), photo()];
    const [wholeId, halfId] = [await begin(whole), await begin(half)];
    await store(wholeId, whole);
    await store(halfId, half.subarray(0, 100));
    await moveClock(ownerUrl, 4 * 60);
    await keep();
    expect((await viewOf(wholeId)).status).toBe("PENDING");
    await moveClock(ownerUrl, 6 * 60);
    await keep();
    expect(await viewOf(wholeId)).toMatchObject({ status: "READY", receivedBytes: whole.length });
    expect((await viewOf(halfId)).status).toBe("PENDING");
  });

  test("finishes an upload that was complete in time, even if it is checked later", async () => {
    const bytes = photo();
    const uploadId = await begin(bytes);
    await store(uploadId, bytes);
    await moveClock(ownerUrl, 25 * HOUR);
    await keep();
    expect((await viewOf(uploadId)).status).toBe("READY");
  });

  test("continues past an unreadable file, slice by slice", async () => {
    const ids: string[] = [];
    const keys: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const bytes = photo();
      const uploadId = await begin(bytes);
      ids.push(uploadId);
      keys.push(await store(uploadId, bytes));
    }
    await moveClock(ownerUrl, 6 * 60);
    const read: typeof files.read = async (key, range) => {
      if (key === keys[1]) throw new Error("The disk is broken here");
      return await files.read(key, range);
    };
    const broken = { ...deps, files: { ...files, read } };
    const counts = await finishAll(broken);
    expect(counts).toEqual([1, 0, 1, 1, 1, 1]);
    const uploads = await Promise.all(ids.map(viewOf));
    const statuses = uploads.map(({ status }) => status);
    expect(statuses).toEqual(["READY", "PENDING", "READY", "READY", "READY", "READY"]);
    await keep();
    expect((await viewOf(ids[1] ?? "")).status).toBe("READY");
  });

  test("expires an upload after 24 hours with its bytes; the media record stays for another upload", async () => {
    const bytes = photo();
    const uploadId = await begin(bytes);
    const key = await store(uploadId, bytes.subarray(0, 100));
    await moveClock(ownerUrl, 24 * HOUR - 60);
    await keep();
    expect(await viewOf(uploadId)).toMatchObject({ status: "PENDING", storageKey: key });
    await moveClock(ownerUrl, 24 * HOUR + 60);
    await keep();
    expect(await viewOf(uploadId)).toMatchObject({ status: "EXPIRED", storageKey: null });
    expect(await mediaOf(uploadId)).toMatchObject({ status: "EXPIRED" });
    expect(await readdir(folder)).not.toContain(key);
    const again = await begin(bytes);
    expect((await viewOf(again)).mediaId).toBe((await viewOf(uploadId)).mediaId);
    expect(await mediaOf(again)).toMatchObject({ status: "PENDING" });
  });

  test("passes over a relationship that is locked", async () => {
    const uploadId = await begin(photo());
    await moveClock(ownerUrl, 25 * HOUR);
    await em.fork().transactional(async (tx) => {
      const { relationshipId: id } = scope;
      await tx.execute(
        `select 1 from relationship_scope where relationship_id = '${id}' for update`,
      );
      await cleanUpMedia(deps, { step: "EXPIRE_UPLOADS", after: null });
      expect((await viewOf(uploadId)).status).toBe("PENDING");
    });
    await keep();
    expect((await viewOf(uploadId)).status).toBe("EXPIRED");
  });

  test("removes the bytes of cancelled and refused uploads", async () => {
    const bytes = photo();
    const called = await begin(bytes);
    const refused = await begin(photo());
    const keys = [await store(called, bytes), await store(refused, bytes)];
    await transact(em, (tx) => terminateUpload(tx, called));
    expect(await finish(refused)).toBe("REJECTED");
    await keep();
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining(keys));
    expect(await viewOf(called)).toMatchObject({ status: "TERMINATED", storageKey: null });
    expect(await viewOf(refused)).toMatchObject({ status: "REJECTED", storageKey: null });
  });

  test("removes media that were unused for 30 days, and keeps those of an operation", async () => {
    const [referenced, left] = [photo(), photo()];
    const [referencedId, leftId] = [await begin(referenced), await begin(left)];
    const keys = [await store(referencedId, referenced), await store(leftId, left)];
    expect([await finish(referencedId), await finish(leftId)]).toEqual(["READY", "READY"]);
    const attachments = [{ uploadId: referencedId, purpose: "PROGRESS_PHOTO" as const }];
    const operation = queued(KEEP_PHOTO, { text: "x" }, { attachments });
    await submit(admissionDeps(em, [photoFeature().feature]), scope, [operation]);
    await moveClock(ownerUrl, 30 * DAY - 60);
    await keep();
    expect(await mediaOf(leftId)).toMatchObject({ status: "READY" });
    await moveClock(ownerUrl, 30 * DAY + 60);
    await keep();
    expect(await mediaOf(referencedId)).toEqual({
      status: "READY",
      storageKey: keys[0],
      kept: true,
    });
    expect(await mediaOf(leftId)).toMatchObject({ status: "EXPIRED", storageKey: null });
    expect((await viewOf(leftId)).status).toBe("EXPIRED");
    expect(await readdir(folder)).toContain(keys[0]);
    expect(await readdir(folder)).not.toContain(keys[1]);
    const again = await begin(left);
    expect(await mediaOf(again)).toMatchObject({ status: "PENDING" });
  });

  test("removes old files without a record, and no others", async () => {
    const bytes = photo();
    const uploadId = await begin(bytes);
    const known = await store(uploadId, bytes);
    const [old, young, strange] = [randomUUID(), randomUUID(), "keep.me"];
    for (const name of [old, young, strange]) await writeFile(join(folder, name), bytes);
    const longAgo = new Date(Date.now() - 3 * DAY * 1_000);
    for (const name of [old, known, strange]) await utimes(join(folder, name), longAgo, longAgo);
    await keep();
    const left = await readdir(folder);
    expect(left).toEqual(expect.arrayContaining([known, young, strange]));
    expect(left).not.toContain(old);
  });

  test("keeps the mark of an erasure for 90 days from its last renewal", async () => {
    const [old, renewed, young] = [randomUUID(), randomUUID(), randomUUID()];
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY * 1_000);
    for (const userId of [old, renewed, young]) await markErased(files, userId);
    for (const [userId, at] of [
      [old, daysAgo(91)],
      [renewed, daysAgo(91)],
      [young, daysAgo(89)],
    ] as const)
      await utimes(join(folder, `erased-${userId}`), at, at);
    await markErased(files, renewed);
    await keep();
    expect(await markedErased(files)).toEqual([renewed, young].toSorted());
  });

  test("removes uploads 90 days after they ended", async () => {
    const uploadId = await begin(photo());
    await transact(em, (tx) => terminateUpload(tx, uploadId));
    await keep();
    await moveClock(ownerUrl, 90 * DAY - 60);
    await keep();
    expect((await viewOf(uploadId)).status).toBe("TERMINATED");
    await moveClock(ownerUrl, 90 * DAY + 60);
    await keep();
    expect(await findUpload(em.fork(), uploadId)).toBeNull();
  });

  test("continues after an interruption between a file and its record", async () => {
    const bytes = photo();
    const uploadId = await begin(bytes);
    const key = await store(uploadId, bytes);
    await transact(em, (tx) => terminateUpload(tx, uploadId));
    await files.remove(key);
    await keep();
    expect(await viewOf(uploadId)).toMatchObject({ storageKey: null });
  });

  test("marks users erased within 90 days without a mark, slice by slice, and renews no mark", async () => {
    const slice = () => cleanUpMedia(deps, { step: "REMOVE_UNKNOWN_FILES", after: null });
    const longAgo = await people(1, 91);
    const [marked = ""] = await people(1, 10);
    await markErased(files, marked);
    const tenDaysAgo = new Date(Date.now() - 10 * DAY * 1_000);
    await utimes(join(folder, `erased-${marked}`), tenDaysAgo, tenDaysAgo);
    const unmarked = await people(101, 89);
    expect(await slice()).toEqual({ count: 100, more: true, after: null });
    expect(await slice()).toEqual({ count: 1, more: true, after: null });
    expect(await slice()).toMatchObject({ count: 0 });
    const now = await markedErased(files);
    expect(now).toEqual(expect.arrayContaining([marked, ...unmarked]));
    expect(now).toEqual(expect.not.arrayContaining([...longAgo, scope.clientUserId]));
    const { mtime } = await stat(join(folder, `erased-${marked}`));
    expect(mtime).toEqual(tenDaysAgo);
  });
});

describe("Eight simultaneous announcements", () => {
  test("of one content are one media record and one upload", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 10); round += 1) {
      // A person has room for a few open uploads only.
      const owner = await buildScope(em);
      const bytes = photo();
      const ids = await Promise.all(Array.from({ length: 8 }, () => begin(bytes, owner)));
      expect(new Set(ids).size).toBe(1);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from media
        where content_hash = ${announcement("", bytes).contentHash}
      `.execute(em.fork().getKysely());
      expect(rows).toEqual([{ count: 1 }]);
    }
  });

  test("of an expired one are one new upload of the same media record", async () => {
    const bytes = photo();
    const old = await begin(bytes);
    await moveClock(ownerUrl, 25 * HOUR);
    const ids = await Promise.all(Array.from({ length: 8 }, () => begin(bytes)));
    expect(new Set(ids).size).toBe(1);
    expect(ids).not.toContain(old);
    const [again = ""] = ids;
    expect((await viewOf(again)).mediaId).toBe((await viewOf(old)).mediaId);
    expect((await viewOf(old)).status).toBe("EXPIRED");
  });

  test("of one finished upload settle it once", async () => {
    const bytes = photo();
    const uploadId = await begin(bytes);
    await store(uploadId, bytes);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => finish(uploadId)));
    expect(new Set(statuses)).toEqual(new Set(["READY"]));
    const { mediaId } = await viewOf(uploadId);
    const { rows } = await sql`
      select 1 from outbox where type = 'MediaReady' and subject_id = ${mediaId}
    `.execute(em.fork().getKysely());
    expect(rows).toHaveLength(1);
  });
});

/** Runs the whole cleanup, and again: nothing is left to do. */
async function keep(): Promise<void> {
  for (const step of MEDIA_UPKEEP) await cleanUpMedia(deps, { step, after: null });
  for (const step of MEDIA_UPKEEP)
    expect(await cleanUpMedia(deps, { step, after: null })).toMatchObject({ count: 0 });
}

/** Finishes complete uploads slice by slice, and returns the count of each slice. */
async function finishAll(on: typeof deps): Promise<number[]> {
  const counts: number[] = [];
  let slice: CleanedSlice = { count: 0, more: true, after: null };
  while (slice.more) {
    const { after } = slice;
    slice = await cleanUpMedia(on, { step: "FINISH_UPLOADS", after });
    counts.push(slice.count);
  }
  return counts;
}

/** People who were erased the given number of days ago. */
async function people(count: number, days: number): Promise<string[]> {
  const deletedAt = new Date(Date.now() - days * DAY * 1_000);
  const { createdAt, updatedAt } = await em.fork().findOneOrFail(User, scope.clientUserId);
  const users = Array.from({ length: count }, () => ({
    id: randomUUID(),
    primaryEmail: null,
    primaryPhone: null,
    displayName: "",
    status: "PENDING_DELETION" as const,
    roles: [],
    createdAt,
    updatedAt,
    deletionRequestedAt: deletedAt,
    deletedAt,
    emailRefusedAt: null,
  }));
  await em.fork().insertMany(User, users);
  return users.map(({ id }) => id);
}

async function begin(bytes: Buffer, owner = scope): Promise<string> {
  const announced = announcement(owner.relationshipId, bytes);
  const sender = { userId: owner.clientUserId, as: "CLIENT" } as const;
  const opening = { ...sender, announced, limits: MEDIA_LIMITS };
  return await transact(em, (tx) => openUpload(tx, opening));
}

async function viewOf(uploadId: string) {
  const upload = await findUpload(em.fork(), uploadId);
  if (upload === null) throw new Error("Expected an upload");
  return upload;
}

/** Stores bytes where the upload expects them. */
async function store(uploadId: string, bytes: Buffer): Promise<string> {
  const { storageKey } = await viewOf(uploadId);
  await writeFile(join(folder, storageKey ?? ""), bytes);
  return storageKey ?? "";
}

async function finish(uploadId: string) {
  return await finishUpload({ em, files }, { upload: await viewOf(uploadId), requestId: null });
}

async function mediaOf(uploadId: string) {
  const { rows } = await sql<{ status: string; storageKey: string | null; kept: boolean }>`
    select media.status, media.storage_key as "storageKey", media.wanted_at is null as kept
    from media join upload on upload.media_id = media.id where upload.id = ${uploadId}
  `.execute(em.fork().getKysely());
  return rows[0];
}
