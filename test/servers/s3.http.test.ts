import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import { MEDIA_UPKEEP, TUS_VERSION, UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { startApiProcess } from "../factories/api/api-process.ts";
import { eventually } from "../factories/eventually.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  begun,
  contentOf,
  offsetOf,
  patch,
  photo,
  tus,
  uploaded,
  uploadState,
} from "../factories/media/media.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";
import { type S3Server, startS3Server } from "./start-s3-server.ts";

const MB = 1_000_000;
/** Above 5 MiB, the least size of a part that is not the last. */
const SIZE = 17 * MB;

let issuer: TestIssuer;
let s3: S3Server;
let api: TestApi;
let other: TestApi;
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  s3 = await startS3Server();
  const { bucket, endpoint, credentials } = s3;
  const place = { kind: "bucket", region: "us-east-1", pathStyle: true } as const;
  const media = { ...place, bucket, endpoint, credentials };
  api = await startApi({ issuer: issuer.issuer, media });
  other = await startApi({ issuer: issuer.issuer, media, database: api.database });
  phone = await buildPhone(api, issuer);
}, 600_000);
afterAll(async () => {
  await other.close();
  await api.close();
  await s3.close();
  await issuer.close();
});

test("An upload in small and large pieces goes on at either of two APIs, and is READY", async () => {
  const bytes = photo(SIZE);
  const { uploadId } = await begun(api, phone, bytes);
  let offset = 0;
  for (const [turn, size] of [1, 6 * MB, 300, 5 * MB, 2 * MB, SIZE].entries()) {
    const one = turn % 2 === 0 ? api : other;
    expect(await offsetOf(one, phone, uploadId)).toBe(offset);
    const piece = bytes.subarray(offset, offset + size);
    expect((await patch(one, phone, { uploadId, offset, bytes: piece })).status).toBe(204);
    offset += piece.length;
  }
  expect(offset).toBe(SIZE);
  const { status, mediaId } = await uploadState(other, phone, uploadId);
  expect(status).toBe("READY");
  expect(await s3.openUploads()).toBe(0);
  expect((await contentOf(other, phone, mediaId)).bytes.equals(bytes)).toBe(true);
  const part = await contentOf(api, phone, mediaId, { Range: "bytes=5000000-11999999" });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(bytes.subarray(5 * MB, 12 * MB))).toBe(true);
});

test("An upload goes on where it was after the S3 server was killed, without a lost byte", async () => {
  const bytes = photo(SIZE);
  const { uploadId } = await begun(api, phone, bytes);
  await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 7 * MB) });
  await s3.kill();
  const meanwhile = { uploadId, offset: 7 * MB, bytes: bytes.subarray(7 * MB, 8 * MB) };
  expect((await patch(api, phone, meanwhile)).status).toBeGreaterThanOrEqual(500);
  await s3.bringBack();
  const offset = await offsetOf(api, phone, uploadId);
  expect(offset).toBe(7 * MB);
  expect(
    (await patch(api, phone, { uploadId, offset, bytes: bytes.subarray(offset) })).status,
  ).toBe(204);
  const { status, mediaId } = await uploadState(api, phone, uploadId);
  expect(status).toBe("READY");
  expect((await contentOf(api, phone, mediaId)).bytes.equals(bytes)).toBe(true);
});

test("An upload goes on at another API after one was killed while it sent a part", async () => {
  const bytes = photo(SIZE);
  const { uploadId } = await begun(api, phone, bytes);
  const child = await startApiProcess(api.database, issuer, {
    MEDIA_BUCKET: s3.bucket,
    MEDIA_BUCKET_ENDPOINT: s3.endpoint,
    MEDIA_BUCKET_PATH_STYLE: "on",
    MEDIA_BUCKET_KEY_ID: s3.credentials.accessKeyId,
    MEDIA_BUCKET_SECRET: s3.credentials.secretAccessKey,
  });
  const sending = fetch(`http://127.0.0.1:${child.port}/api/v1/uploads/${uploadId}`, {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${phone.token}`,
      "Content-Type": UPLOAD_CONTENT_TYPE,
      "Tus-Resumable": TUS_VERSION,
      "Upload-Offset": "0",
    },
    body: bytes,
  }).catch(() => null);
  await eventually(s3.openUploads, (count) => count > 0);
  await child.kill();
  await sending;
  const offset = await offsetOf(api, phone, uploadId);
  expect(offset).toBeLessThanOrEqual(SIZE);
  if (offset < SIZE) await patch(api, phone, { uploadId, offset, bytes: bytes.subarray(offset) });
  const { status, mediaId } = await uploadState(api, phone, uploadId);
  expect(status).toBe("READY");
  expect((await contentOf(api, phone, mediaId)).bytes.equals(bytes)).toBe(true);
});

test("A refused or cancelled upload leaves nothing on the server", async () => {
  const before = await s3.names();
  const bytes = photo(6 * MB);
  const refused = await begun(api, phone, bytes);
  const changed = Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]);
  const answer = await patch(api, phone, {
    uploadId: refused.uploadId,
    offset: 0,
    bytes: changed,
  });
  expect(answer.status).toBe(422);
  const cancelled = await begun(api, phone, photo(7 * MB));
  const half = { uploadId: cancelled.uploadId, offset: 0, bytes: photo(6 * MB) };
  await patch(api, phone, half);
  expect((await tus(api, "DELETE", cancelled.uploadId, phone)).status).toBe(204);
  await keep();
  expect(await s3.names()).toEqual(before);
  expect(await s3.openUploads()).toBe(0);
});

test("The cleanup removes unused and unknown files from the server", async () => {
  await uploaded(api, phone);
  const unknown = randomUUID();
  await s3.put(unknown);
  expect(await s3.names()).toContain(unknown);
  await moveClock(api.database.ownerUrl, 31 * 86_400);
  await keep();
  await moveClock(api.database.ownerUrl, 0);
  expect(await s3.names()).toEqual([]);
});

async function keep() {
  const { em } = api.deps.database;
  const { media, log } = api.deps;
  const deps = { em, files: media.files, log };
  for (const step of MEDIA_UPKEEP) await cleanUpMedia(deps, { step, after: null });
}
