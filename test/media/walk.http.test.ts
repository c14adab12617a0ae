import { connect } from "node:net";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { uploadSchema } from "../../contract/media/schema.ts";
import { MOST_MEDIA_BYTES, UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { eventually } from "../factories/eventually.ts";
import {
  announce,
  begun,
  offsetOf,
  patch,
  photo,
  uploadState,
  tus,
  uploaded,
} from "../factories/media/media.ts";
import { buildPhone, refusalOf } from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const phone = await buildPhone(api, issuer);

describe("An upload", () => {
  test("is announced, sent in parts, checked and READY, with its event", async () => {
    const bytes = photo(10_000);
    const upload = await begun(api, phone, bytes);
    expect(upload).toMatchObject({ status: "PENDING", receivedBytes: 0, rejectionCode: null });
    expect(upload.uploadUrl).toBe(`http://127.0.0.1/api/v1/uploads/${upload.uploadId}`);
    const { uploadId } = upload;
    const first = await tus(api, "HEAD", uploadId, phone);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "upload-length": "10000",
      "cache-control": "no-store",
      "upload-expires": new Date(upload.expiresAt ?? "").toUTCString(),
    });
    const half = await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 6_000) });
    expect([half.status, half.headers.get("Upload-Offset")]).toEqual([204, "6000"]);
    expect(half.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect((await uploadState(api, phone, uploadId)).receivedBytes).toBe(6_000);
    expect(await eventsOf(upload.mediaId)).toEqual([]);
    const rest = await patch(api, phone, { uploadId, offset: 6_000, bytes: bytes.subarray(6_000) });
    expect([rest.status, rest.headers.get("Upload-Offset")]).toEqual([204, "10000"]);
    expect(await uploadState(api, phone, uploadId)).toEqual({
      ...upload,
      status: "READY",
      receivedBytes: 10_000,
      uploadUrl: null,
      expiresAt: null,
    });
    expect(await eventsOf(upload.mediaId)).toEqual([
      { type: "MediaReady", consumer: "event-feed" },
    ]);
    expect(await offsetOf(api, phone, uploadId)).toBe(10_000);
  });

  test("that breaks off keeps the received bytes and continues from there", async () => {
    const bytes = photo(300_000);
    const { uploadId } = await begun(api, phone, bytes);
    await breakOff(uploadId, bytes.subarray(0, 100_000), bytes.length);
    const offset = await offsetOf(api, phone, uploadId);
    expect(offset).toBe(100_000);
    const rest = await patch(api, phone, { uploadId, offset, bytes: bytes.subarray(offset) });
    expect(rest.status).toBe(204);
    expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
  });

  test("with another content is refused with UPLOAD_REJECTED, and its file removed", async () => {
    const bytes = photo();
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    const other = Buffer.from(bytes);
    other[4_000] = (bytes[4_000] ?? 0) ^ 1;
    const answer = await patch(api, phone, { uploadId, offset: 0, bytes: other });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: "UPLOAD_REJECTED" });
    expect(await uploadState(api, phone, uploadId)).toMatchObject({
      status: "REJECTED",
      rejectionCode: "HASH_MISMATCH",
    });
    expect(await eventsOf(mediaId)).toEqual([{ type: "MediaRejected", consumer: "event-feed" }]);
    const { status, body } = await tus(api, "HEAD", uploadId, phone);
    expect([status, body["code"]]).toEqual([422, "UPLOAD_REJECTED"]);
    const again = await begun(api, phone, bytes);
    expect(again).toMatchObject({ mediaId, status: "PENDING" });
    expect(again.uploadId).not.toBe(uploadId);
    await patch(api, phone, { uploadId: again.uploadId, offset: 0, bytes });
    expect((await uploadState(api, phone, again.uploadId)).status).toBe("READY");
  });

  test.each([
    ["a program", "4d5a90000300000004000000ffff0000b800000000000000", "image/jpeg"],
    ["a page", Buffer.from("<html><script>alert(1)</script>").toString("hex"), "image/png"],
    ["a photo", "ffd8ffe000104a46494600010100000100010000", "image/png"],
  ] as const)("of %s under another type is TYPE_MISMATCH", async (_name, head, contentType) => {
    const bytes = Buffer.concat([Buffer.from(head, "hex"), photo()]);
    const { uploadId } = await begun(api, phone, bytes, { contentType });
    await patch(api, phone, { uploadId, offset: 0, bytes });
    expect(await uploadState(api, phone, uploadId)).toMatchObject({
      rejectionCode: "TYPE_MISMATCH",
    });
  });

  test("accepts not one byte more than announced", async () => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    const longer = Buffer.concat([bytes, Buffer.alloc(1)]);
    const answer = await patch(api, phone, { uploadId, offset: 0, bytes: longer });
    expect(refusalOf(answer)).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    expect(await offsetOf(api, phone, uploadId)).toBe(0);
    const { status } = await announce(api, phone, bytes, { sizeBytes: MOST_MEDIA_BYTES + 1 });
    expect(status).toBe(400);
  });

  test("is cancelled, then gone, and can be started again", async () => {
    const bytes = photo();
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 100) });
    expect((await tus(api, "DELETE", uploadId, phone)).status).toBe(204);
    expect((await tus(api, "DELETE", uploadId, phone)).status).toBe(204);
    expect((await tus(api, "HEAD", uploadId, phone)).status).toBe(410);
    expect((await uploadState(api, phone, uploadId)).status).toBe("TERMINATED");
    expect(await begun(api, phone, bytes)).toMatchObject({ mediaId, status: "PENDING" });
    const done = await uploaded(api, phone);
    expect(refusalOf(await tus(api, "DELETE", done.uploadId, phone)).code).toBe("STATE_CONFLICT");
  });

  test("of content that is READY needs no bytes, even for another purpose", async () => {
    const bytes = photo();
    const { mediaId, uploadId } = await uploaded(api, phone, bytes);
    expect(await begun(api, phone, bytes)).toMatchObject({
      mediaId,
      uploadId,
      status: "READY",
      uploadUrl: null,
    });
    const meal = await begun(api, phone, bytes, { purpose: "MEAL_PHOTO" });
    expect(meal).toMatchObject({ mediaId, status: "READY", uploadUrl: null, expiresAt: null });
    expect(meal.uploadId).not.toBe(uploadId);
    const again = await announce(api, phone, bytes, { contentType: "image/png" });
    expect(refusalOf(again)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
  });
});

describe("The tus protocol", () => {
  test("announces what it supports", async () => {
    const { uploadId } = await begun(api, phone, photo());
    const { status, headers } = await tus(api, "OPTIONS", uploadId, phone);
    expect(status).toBe(204);
    expect(headers.get("Tus-Extension")).toBe("termination,expiration");
    expect(headers.get("Tus-Max-Size")).toBe(String(MOST_MEDIA_BYTES));
  });

  test("is supported in one version, others are 412", async () => {
    const { uploadId } = await begun(api, phone, photo());
    for (const headers of [{ "Tus-Resumable": "0.2.2" }, { "Tus-Resumable": "" }]) {
      const answer = await tus(api, "DELETE", uploadId, { token: phone.token, headers });
      expect(refusalOf(answer)).toMatchObject({ status: 412, code: "TUS_VERSION_UNSUPPORTED" });
      expect(answer.headers.get("Tus-Version")).toBe("1.0.0");
    }
  });

  test.each([
    ["another content type", { "Content-Type": "application/octet-stream" }, 415],
    ["a compressed body", { "Content-Encoding": "gzip" }, 415],
    ["no offset", { "Upload-Offset": "" }, 400],
    ["an invalid offset", { "Upload-Offset": "-1" }, 400],
    ["a length of its own", { "Upload-Length": "7" }, 400],
    ["another offset", { "Upload-Offset": "5" }, 409],
  ])("refuses %s", async (_name, headers, status) => {
    const { uploadId } = await begun(api, phone, photo());
    const answer = await tus(api, "PATCH", uploadId, {
      token: phone.token,
      bytes: photo().subarray(0, 10),
      headers: { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": "0", ...headers },
    });
    expect(answer.status).toBe(status);
    expect(await offsetOf(api, phone, uploadId)).toBe(0);
  });

  test("supports no creation", async () => {
    const { token } = phone;
    expect((await api.call("POST", "/api/v1/uploads", { token })).status).toBe(404);
    const { uploadId } = await begun(api, phone, photo());
    expect((await api.call("POST", `/api/v1/uploads/${uploadId}`, { token })).status).toBe(405);
  });

  test("never reveals where bytes are stored", async () => {
    const bytes = photo();
    const upload = await begun(api, phone, bytes);
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from upload where id = ${upload.uploadId}
    `.execute(api.deps.database.em.fork().getKysely());
    const key = rows[0]?.key ?? "";
    expect(key).toMatch(/^[\da-f-]{36}$/);
    const { uploadId } = upload;
    const answers = [
      await api.call("GET", `/api/v1/client/uploads/${uploadId}`, phone),
      await tus(api, "HEAD", uploadId, phone),
      await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 9) }),
      await tus(api, "OPTIONS", uploadId, phone),
    ];
    for (const { text, headers } of answers)
      expect(text + JSON.stringify([...headers])).not.toContain(key);
    expect(uploadSchema.parse(answers[0]?.data)).toEqual(upload);
  });
});

async function eventsOf(mediaId: string) {
  const { rows } = await sql<{ type: string; consumer: string }>`
    select type, consumer from outbox where subject_id = ${mediaId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows;
}

/** Sends the head of a PATCH that promises more bytes than come, then disconnects. */
async function breakOff(uploadId: string, bytes: Buffer, promised: number): Promise<void> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `PATCH /api/v1/uploads/${uploadId} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${phone.token}`,
      "Tus-Resumable: 1.0.0",
      "Upload-Offset: 0",
      `Content-Type: ${UPLOAD_CONTENT_TYPE}`,
      `Content-Length: ${promised}`,
      "",
      "",
    ].join("\r\n"),
  );
  socket.write(bytes);
  const arrived = async () => (await uploadState(api, phone, uploadId)).receivedBytes;
  await eventually(arrived, (count) => count === bytes.length);
  socket.destroy();
}
