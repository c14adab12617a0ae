import { statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { eventually } from "../factories/eventually.ts";
import { begun, offsetOf, patch, photo, uploadState } from "../factories/media/media.ts";
import { uploadHead } from "../factories/media/upload-head.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { campaignSize } from "../harness/campaign.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const ROUNDS = campaignSize("KILL_MOMENTS", 3);
const SIZE = 6_000_000;
const PIECE = 500_000;

let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;
let child: ApiProcess | undefined;
let folder: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  folder = newTestFolder("killed");
  const media = { kind: "disk", directory: join(folder, "media") } as const;
  api = await startApi({ issuer: issuer.issuer, media });
  phone = await buildPhone(api, issuer);
});
afterEach(async () => {
  await child?.stop();
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

test(`An upload continues at the right offset after the API was killed ${ROUNDS} times`, async () => {
  const offsets: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = photo(SIZE);
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    child = await startApiProcess(api.database, issuer, { SIDELINE_DATA_DIR: folder });
    const sending = trickle(child.port, uploadId, bytes);
    const arrived = await watched(uploadId);
    // The first time before any byte may have arrived, then ever later after the first ones.
    if (round > 0) await eventually(arrived, (size) => size > 0);
    await pause((round * 200) / ROUNDS);
    await child.kill();
    await sending;
    const offset = await offsetOf(api, phone, uploadId);
    offsets.push(offset);
    if (offset < SIZE) {
      const rest = await patch(api, phone, { uploadId, offset, bytes: bytes.subarray(offset) });
      expect(rest.status).toBe(204);
    }
    expect(await uploadState(api, phone, uploadId)).toMatchObject({ status: "READY", mediaId });
    const { rows } = await sql`
      select 1 from outbox where type = 'MediaReady' and subject_id = ${mediaId}
    `.execute(api.deps.database.em.fork().getKysely());
    expect(rows).toHaveLength(1);
  }
  expect(offsets.some((offset) => offset > 0 && offset < SIZE)).toBe(true);
}, 120_000);

test("If the API is killed after the last byte and before the check, the next cleanup finishes the upload", async () => {
  const bytes = photo();
  const { uploadId } = await begun(api, phone, bytes);
  await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 4_000) });
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from upload where id = ${uploadId}
  `.execute(api.deps.database.em.fork().getKysely());
  await appendFile(join(folder, "media", rows[0]?.key ?? ""), bytes.subarray(4_000));
  expect(await offsetOf(api, phone, uploadId)).toBe(bytes.length);
  expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
});

/** The number of bytes of an upload on the disk. */
async function watched(uploadId: string): Promise<() => Promise<number>> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from upload where id = ${uploadId}
  `.execute(api.deps.database.em.fork().getKysely());
  const file = join(folder, "media", rows[0]?.key ?? "");
  return async () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sends a file piece by piece, most of it once the first pieces are on the disk; a broken connection ends it. */
async function trickle(port: number, uploadId: string, bytes: Buffer): Promise<void> {
  const arrived = await watched(uploadId);
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(uploadHead(uploadId, { token: phone.token, length: bytes.length }));
  for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE) {
    socket.write(bytes.subarray(at, at + PIECE));
    await pause(30);
    if (at === 2 * PIECE) await eventually(arrived, (size) => size > 0 || socket.destroyed);
  }
  await pause(500);
  socket.destroy();
}
