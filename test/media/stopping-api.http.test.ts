import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { eventually } from "../factories/eventually.ts";
import { begun, contentOf, offsetOf, patch, photo, uploadState } from "../factories/media/media.ts";
import { uploadHead } from "../factories/media/upload-head.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const SIZE = 2_000_000;
const SENT = 700_000;

let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;
let stopping: ApiProcess;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const folder = newTestFolder("stopping");
  const media = { kind: "disk", directory: join(folder, "media") } as const;
  api = await startApi({ issuer: issuer.issuer, media });
  phone = await buildPhone(api, issuer);
  stopping = await startApiProcess(api.database, issuer, { SIDELINE_DATA_DIR: folder });
}, 120_000);
afterAll(async () => {
  await stopping.stop();
  await api.close();
  await issuer.close();
});

test("An API that stops answers an upload under way with the bytes that arrived, and another API gets the rest", async () => {
  const bytes = photo(SIZE);
  const { uploadId, mediaId } = await begun(api, phone, bytes);
  const answer = sendFirst(uploadId, bytes);
  await eventually(
    async () => (await uploadState(api, phone, uploadId)).receivedBytes,
    (received) => received === SENT,
  );
  expect(await stopping.stop()).toEqual({ code: 0, signal: null });
  const head = (await answer).toLowerCase();
  expect(head).toMatch(/^http\/1\.1 204 /);
  expect(head).toContain(`\r\nupload-offset: ${SENT}\r\n`);
  expect(head).toContain("\r\nconnection: close\r\n");
  expect(await offsetOf(api, phone, uploadId)).toBe(SENT);
  const rest = { uploadId, offset: SENT, bytes: bytes.subarray(SENT) };
  expect((await patch(api, phone, rest)).status).toBe(204);
  expect(await uploadState(api, phone, uploadId)).toMatchObject({ status: "READY", mediaId });
  expect((await contentOf(api, phone, mediaId)).bytes.equals(bytes)).toBe(true);
}, 60_000);

/** Sends the first bytes of a file in a request that announces all of them; returns the answer. */
async function sendFirst(uploadId: string, bytes: Buffer): Promise<string> {
  const socket = connect(stopping.port, "127.0.0.1");
  socket.write(uploadHead(uploadId, { token: phone.token, length: bytes.length }));
  socket.write(bytes.subarray(0, SENT));
  return await text(socket);
}
