import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { begun, offsetOf, patch, photo, uploadState } from "../factories/media/media.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let apis: readonly TestApi[];
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const media = { kind: "disk", directory: newTestFolder("shared") } as const;
  const first = await startApi({ issuer: issuer.issuer, media });
  const { database } = first;
  apis = [first, await startApi({ issuer: issuer.issuer, media, database })];
  phone = await buildPhone(first, issuer);
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await issuer.close();
});

const SIZE = 2_000_000;

test.each([1, 2, 3, 4])(
  "Eight senders at once on two processes never corrupt an upload (round %d)",
  async () => {
    const [one, two] = apis;
    if (one === undefined || two === undefined) throw new Error("Expected two processes");
    const bytes = photo(SIZE);
    const { uploadId } = await begun(one, phone, bytes);
    const senders = Array.from({ length: 8 }, (_, index) =>
      patch(index % 2 === 0 ? one : two, phone, {
        uploadId,
        offset: 0,
        bytes: bytes.subarray(0, SIZE - index * 1_000),
      }),
    );
    const answers = await Promise.allSettled(senders);
    // A slower sender gets the new offset or is disconnected. All of them continue from the upload's offset.
    const statuses = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? [answer.value.status] : [],
    );
    for (const status of statuses) expect([204, 400, 409]).toContain(status);
    await goOn(two, uploadId, bytes);
    expect(await uploadState(one, phone, uploadId)).toMatchObject({
      status: "READY",
      receivedBytes: SIZE,
    });
  },
  60_000,
);

test("Two devices that send the same content under two purposes end with one media record", async () => {
  const [one, two] = apis;
  if (one === undefined || two === undefined) throw new Error("Expected two processes");
  const bytes = photo(SIZE);
  const [a, b] = [
    await begun(one, phone, bytes),
    await begun(two, phone, bytes, { purpose: "MEAL_PHOTO" }),
  ];
  expect(b.mediaId).toBe(a.mediaId);
  await Promise.all([
    patch(one, phone, { uploadId: a.uploadId, offset: 0, bytes }),
    patch(two, phone, { uploadId: b.uploadId, offset: 0, bytes }),
  ]);
  for (const { uploadId } of [a, b])
    expect(await uploadState(one, phone, uploadId)).toMatchObject({
      status: "READY",
      mediaId: a.mediaId,
    });
});

/** Continues an upload from its offset until it is complete, as a device does: a lost connection is another try. */
async function goOn(api: TestApi, uploadId: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const offset = await offsetOf(api, phone, uploadId).catch(() => Number.NaN);
    if (offset === bytes.length) return;
    if (!Number.isNaN(offset)) {
      const rest = { uploadId, offset, bytes: bytes.subarray(offset) };
      await patch(api, phone, rest).catch(() => undefined);
    }
    await pause(50);
  }
}
