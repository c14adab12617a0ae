import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import { markErased } from "../../activities/media/mark-erased.ts";
import { MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { markedErased } from "../factories/privacy/erasure-deps.ts";
import { type FakeBucket, startFakeBucket } from "../factories/media/fake-bucket.ts";
import {
  begun,
  contentOf,
  offsetOf,
  patch,
  photo,
  uploadState,
  tus,
  uploaded,
} from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let bucket: FakeBucket;
let api: TestApi;
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bucket = await startFakeBucket();
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const place = { bucket: "photos", region: "us-east-1", endpoint: bucket.url, pathStyle: true };
  const media = { kind: "bucket", ...place, credentials } as const;
  api = await startApi({ issuer: issuer.issuer, media });
  phone = await buildPhone(api, issuer);
});
afterAll(async () => {
  await api.close();
  await bucket.close();
  await issuer.close();
});

test("An upload to a bucket is sent in parts, checked and READY", async () => {
  const bytes = photo(200_000);
  const { uploadId } = await begun(api, phone, bytes);
  expect(await offsetOf(api, phone, uploadId)).toBe(0);
  await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 120_000) });
  expect(await offsetOf(api, phone, uploadId)).toBe(120_000);
  expect((await uploadState(api, phone, uploadId)).receivedBytes).toBe(120_000);
  const rest = { uploadId, offset: 120_000, bytes: bytes.subarray(120_000) };
  expect((await patch(api, phone, rest)).status).toBe(204);
  expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
  expect(bucket.openUploads()).toBe(0);
});

test("A bucket returns the bytes of media unchanged, as a whole or as a range", async () => {
  const bytes = photo(50_000);
  const { mediaId } = await uploaded(api, phone, bytes);
  expect(await contentOf(api, phone, mediaId)).toMatchObject({ status: 200, bytes });
  const part = await contentOf(api, phone, mediaId, { Range: "bytes=10000-19999" });
  expect(part).toMatchObject({ status: 206, bytes: bytes.subarray(10_000, 20_000) });
});

test("A refused or cancelled upload leaves nothing in a bucket", async () => {
  const before = bucket.names();
  const bytes = photo();
  const refused = await begun(api, phone, bytes);
  const answer = await patch(api, phone, {
    uploadId: refused.uploadId,
    offset: 0,
    bytes: Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]),
  });
  expect(answer.status).toBe(422);
  const called = await begun(api, phone, photo());
  const half = { uploadId: called.uploadId, offset: 0, bytes: photo().subarray(0, 100) };
  await patch(api, phone, half);
  expect((await tus(api, "DELETE", called.uploadId, phone)).status).toBe(204);
  await keep();
  expect(bucket.names()).toEqual(before);
  expect(bucket.openUploads()).toBe(0);
});

test("The cleanup removes unused and unknown files from a bucket", async () => {
  await uploaded(api, phone);
  const unknown = randomUUID();
  await fetch(`${bucket.url}/photos/${unknown}`, { method: "PUT", body: "x" });
  expect(bucket.names()).toContain(unknown);
  await moveClock(api.database.ownerUrl, 31 * 86_400);
  await keep();
  await moveClock(api.database.ownerUrl, 0);
  expect(bucket.names()).toEqual([]);
});

test("Marks of erasures are found among the media of a bucket, and removed after 90 days", async () => {
  const { files } = api.deps.media;
  const people = [randomUUID(), randomUUID()];
  const strange = ["0", "erased-nobody", "f"];
  for (const name of strange) await files.mark(name);
  for (const userId of [...people, ...people]) await markErased(files, userId);
  expect(await markedErased(files)).toEqual(people.toSorted());
  await moveClock(api.database.ownerUrl, 90 * 86_400 + 60);
  await keep();
  await moveClock(api.database.ownerUrl, 0);
  expect(await markedErased(files)).toEqual([]);
  expect(bucket.names()).toEqual(expect.arrayContaining(strange));
});

async function keep() {
  const { em } = api.deps.database;
  const { media, log } = api.deps;
  const deps = { em, files: media.files, log };
  for (const step of MEDIA_UPKEEP) await cleanUpMedia(deps, { step, after: null });
}
