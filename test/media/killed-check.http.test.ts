import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { cleanUpMedia } from "../../activities/media/clean-up-media.ts";
import { UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { findUpload } from "../../db/media/queries.ts";
import { startApiProcess, type ApiProcess } from "../factories/api/api-process.ts";
import {
  type BucketRequest,
  type FakeBucket,
  startFakeBucket,
} from "../factories/media/fake-bucket.ts";
import { begun, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { KEEP_PHOTO, photoFeature } from "../factories/media/photo-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, queued, submit } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const BUCKET = "photos";

let issuer: TestIssuer;
let bucket: FakeBucket;
let api: TestApi;
let phone: Phone;
let child: ApiProcess | undefined;
let isStuckAt: (request: BucketRequest) => boolean = () => false;
let stuck = Promise.withResolvers<void>();

beforeAll(async () => {
  issuer = await startTestIssuer();
  bucket = await startFakeBucket(async (request) => {
    if (!isStuckAt(request)) return;
    stuck.resolve();
    await new Promise(() => {});
  });
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const place = { bucket: BUCKET, region: "us-east-1", endpoint: bucket.url, pathStyle: true };
  const media = { kind: "bucket", ...place, credentials } as const;
  api = await startApi({ issuer: issuer.issuer, media });
  phone = await buildPhone(api, issuer);
});
afterEach(async () => {
  await child?.stop();
});
afterAll(async () => {
  await api.close();
  await bucket.close();
  await issuer.close();
});

test.each([
  [
    "is read",
    ({ method, name, query }: BucketRequest) => method === "GET" && isObject(name, query),
  ],
  [
    "is put together",
    ({ method, query }: BucketRequest) => method === "POST" && query.has("uploadId"),
  ],
] as const)(
  "If the process is killed while a complete file %s, the cleanup finishes it, and the operation continues",
  async (_name, isStuck) => {
    const { em } = api.deps.database;
    const probe = photoFeature();
    const bytes = photo();
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    const attachments = [{ uploadId, purpose: "PROGRESS_PHOTO" as const }];
    const operation = queued(KEEP_PHOTO, { text: "from the front" }, { attachments });
    const sender = { ...phone, clientUserId: phone.pair.client.userId };
    const send = () => submit(admissionDeps(em, [probe.feature]), sender, [operation]);
    expect((await send()).results[0]?.rejectionCode).toBe("MEDIA_PENDING");
    isStuckAt = isStuck;
    await sendAndKill(uploadId, bytes);
    isStuckAt = () => false;
    stuck = Promise.withResolvers();
    expect(await findUpload(em.fork(), uploadId)).toMatchObject({ status: "PENDING" });
    expect(await keep()).toBe(0);
    await moveClock(api.database.ownerUrl, 6 * 60);
    expect(await keep()).toBe(1);
    expect(await keep()).toBe(0);
    expect(await findUpload(em.fork(), uploadId)).toMatchObject({ status: "READY" });
    expect(await countReady(mediaId)).toBe(1);
    const { deviceId } = phone;
    await settleAll(settlementDeps(em, [], [probe.feature]), { deviceId });
    expect(probe.decided).toHaveLength(1);
    expect((await send()).results[0]?.status).toBe("ALREADY_ACCEPTED");
    await moveClock(api.database.ownerUrl, 0);
  },
  60_000,
);

const isObject = (name: string, query: URLSearchParams) =>
  /^[\da-f-]{36}$/.test(name) && !query.has("uploadId") && !query.has("list-type");

/** Sends all bytes to a process that is killed at a step after the last one. */
async function sendAndKill(uploadId: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
  child = await startApiProcess(api.database, issuer, {
    SIDELINE_DATA_DIR: newTestFolder("killed-check"),
    MEDIA_BUCKET: BUCKET,
    MEDIA_BUCKET_ENDPOINT: bucket.url,
    MEDIA_BUCKET_PATH_STYLE: "on",
    MEDIA_BUCKET_KEY_ID: "id",
    MEDIA_BUCKET_SECRET: "secret",
  });
  const answer = fetch(`http://127.0.0.1:${child.port}/api/v1/uploads/${uploadId}`, {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${phone.token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": "0",
      "Content-Type": UPLOAD_CONTENT_TYPE,
    },
    body: bytes,
  });
  const [outcome] = await Promise.all([
    answer.then(
      () => "answered",
      () => "hung up",
    ),
    stuck.promise.then(() => child?.kill()),
  ]);
  expect(outcome).toBe("hung up");
}

async function keep(): Promise<number> {
  const { em } = api.deps.database;
  const { log, media } = api.deps;
  const input = { step: "FINISH_UPLOADS", after: null } as const;
  return (await cleanUpMedia({ em, files: media.files, log }, input)).count;
}

async function countReady(mediaId: string): Promise<number> {
  const { rows } = await sql`
    select 1 from outbox where type = 'MediaReady' and subject_id = ${mediaId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows.length;
}
