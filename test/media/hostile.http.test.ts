import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
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
import { buildPhone, refusalOf } from "../factories/sync/phone.ts";
import { startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const folder = newTestFolder("hostile");

const issuer = await startTestIssuer();
const api = await startApi({ issuer: issuer.issuer, media: { kind: "disk", directory: folder } });
const phone = await buildPhone(api, issuer);
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const page = Buffer.from("<!doctype html><script>alert(document.domain)</script>");
const archive = Buffer.concat([Buffer.from("504b030414000000", "hex"), Buffer.alloc(200)]);

describe("A file of two kinds", () => {
  test.each([
    ["a page behind a photo", Buffer.concat([photo(), page])],
    ["an archive behind a photo", Buffer.concat([photo(), archive])],
    ["a page inside of a photo", Buffer.concat([photo(40), page, photo()])],
  ])("(%s) is a photo to everybody: it is sent as one, as a download", async (_name, bytes) => {
    const { mediaId, status } = await uploaded(api, phone, bytes);
    expect(status).toBe("READY");
    const content = await contentOf(api, phone, mediaId, { Accept: "text/html" });
    expect(content.bytes.equals(bytes)).toBe(true);
    expect(content.headers.get("Content-Type")).toBe("image/jpeg");
    expect(content.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(content.headers.get("Content-Disposition")).toMatch(/^attachment; /);
    expect(content.headers.get("Content-Security-Policy")).toMatch(/; sandbox$/);
  });

  test.each([
    ["a page in front of a photo", Buffer.concat([page, photo()]), "image/jpeg"],
    ["an archive in front of a photo", Buffer.concat([archive, photo()]), "image/jpeg"],
    ["a packed page", gzipSync(page), "image/jpeg"],
    ["an SVG with a script", Buffer.from('<svg onload="alert(1)"/>'), "image/png"],
    ["a document", Buffer.from("%PDF-1.7 /JS (app.alert(1))"), "image/png"],
    ["an animation", Buffer.from("GIF89a".padEnd(100)), "image/webp"],
    ["a recording of something else", Buffer.from("RIFF\u0010\0\0\0AVI LIST"), "image/webp"],
    ["one byte", Buffer.from([0xff]), "image/jpeg"],
  ] as const)("(%s) is refused, hidden and removed", async (_name, bytes, contentType) => {
    const { uploadId, mediaId } = await begun(api, phone, bytes, { contentType });
    const key = await storageKeyOf(uploadId);
    const answer = await patch(api, phone, { uploadId, offset: 0, bytes: Buffer.from(bytes) });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: "UPLOAD_REJECTED" });
    expect((await uploadState(api, phone, uploadId)).rejectionCode).toBe("TYPE_MISMATCH");
    expect((await contentOf(api, phone, mediaId)).status).toBe(404);
    expect(await readdir(folder)).not.toContain(key);
  });
});

describe("An upload with a wrong length", () => {
  /** A body without a Content-Length. */
  async function pour(uploadId: string, pieces: readonly Buffer[]): Promise<number> {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
        controller.close();
      },
    });
    const request: RequestInit & { duplex: "half" } = {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${phone.token}`,
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": "0",
        "Content-Type": UPLOAD_CONTENT_TYPE,
      },
      body,
      duplex: "half",
    };
    const sent = fetch(`${api.url}/api/v1/uploads/${uploadId}`, request);
    return await sent.then(
      ({ status }) => status,
      () => 0,
    );
  }

  test("by an endless body is cut off: not one byte more than announced is stored", async () => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    const key = await storageKeyOf(uploadId);
    const flood = Array.from({ length: 50 }, () => Buffer.alloc(64 * 1024, 7));
    expect([0, 413]).toContain(await pour(uploadId, [bytes.subarray(0, 4_000), ...flood]));
    expect((await stat(join(folder, key))).size).toBeLessThanOrEqual(bytes.length);
    expect((await uploadState(api, phone, uploadId)).status).not.toBe("READY");
  });

  test("is not assumed if a body without Content-Length is as announced", async () => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    expect(await pour(uploadId, [bytes])).toBe(204);
    expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
  });

  test.each([
    "-1",
    "+0",
    "00",
    "1e3",
    "0x0",
    "0.0",
    "9007199254740993",
    "99999999999999999999",
    "0,0",
  ])("by the offset %s is refused", async (offset) => {
    const { uploadId } = await begun(api, phone, photo());
    const headers = { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": offset };
    const bytes = photo().subarray(0, 10);
    const answer = await tus(api, "PATCH", uploadId, { ...phone, headers, bytes });
    expect([400, 409]).toContain(answer.status);
    expect(await offsetOf(api, phone, uploadId)).toBe(0);
  });
});

describe("Two senders at one offset", () => {
  test("with different bytes end with the announced file, or with a refusal", async () => {
    for (let round = 0; round < 8; round += 1) {
      const bytes = photo(200_000);
      const { uploadId, mediaId } = await begun(api, phone, bytes);
      const answers = await Promise.all([
        patch(api, phone, { uploadId, offset: 0, bytes }),
        patch(api, phone, { uploadId, offset: 0, bytes: photo(200_000) }),
      ]);
      for (const answer of answers) expect([204, 409, 422]).toContain(answer.status);
      const { status } = await uploadState(api, phone, uploadId);
      expect(["READY", "REJECTED"]).toContain(status);
      const content = await contentOf(api, phone, mediaId);
      if (status === "READY") expect(content.bytes.equals(bytes)).toBe(true);
      else expect(content.status).toBe(404);
    }
  });
});

describe("A path with traversal", () => {
  test.each([
    "..%2F..%2F..%2Fetc%2Fpasswd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5C..%5Cwindows",
    "%2Fetc%2Fpasswd",
    "x%00.jpg",
    "%E0%A4%A",
    ".",
    "~",
    "00000000-0000-0000-0000-000000000000%2F..",
    "a".repeat(5_000),
  ])("%s names no upload and no media", async (id) => {
    const before = await readdir(folder);
    const headers = { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": "0" };
    for (const method of ["HEAD", "PATCH", "DELETE", "OPTIONS"] as const) {
      const body = method === "PATCH" ? { bytes: photo(), headers } : {};
      expect([400, 404]).toContain((await tus(api, method, id, { ...phone, ...body })).status);
    }
    expect([400, 404]).toContain((await contentOf(api, phone, id)).status);
    expect(await readdir(folder)).toEqual(before);
  });
});

describe("Headers of tus extensions that are not supported", () => {
  const PART = { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": "0" };
  const metadata = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
      .join(",");

  test.each([
    ["metadata", { "Upload-Metadata": metadata({ filename: "../../x", filetype: "text/html" }) }],
    ["invalid metadata", { "Upload-Metadata": "=;\t=" }],
    ["a deferred length", { "Upload-Defer-Length": "1" }],
    ["a length", { "Upload-Length": "1" }],
    ["a concatenation", { "Upload-Concat": "final;/api/v1/uploads/a /api/v1/uploads/b" }],
    ["a checksum", { "Upload-Checksum": "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" }],
    ["another method", { "X-HTTP-Method-Override": "DELETE" }],
  ])("are refused: %s", async (_name, headers) => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    const pointer = `/headers/${Object.keys(headers)[0]?.toLowerCase()}`;
    const refusal = { status: 400, code: "VALIDATION_FAILED", pointers: [pointer] };
    const sent = { ...phone, headers: { ...PART, ...headers }, bytes };
    expect(refusalOf(await tus(api, "PATCH", uploadId, sent))).toEqual(refusal);
    expect(refusalOf(await tus(api, "DELETE", uploadId, { ...phone, headers }))).toEqual(refusal);
    expect((await tus(api, "HEAD", uploadId, { ...phone, headers })).status).toBe(400);
    expect(await offsetOf(api, phone, uploadId)).toBe(0);
  });

  test.each([
    ["two proxies", { "X-Forwarded-Proto": "https,http", "X-Forwarded-Host": "evil.example" }],
  ])("change nothing: %s", async (_name, headers) => {
    const bytes = photo();
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    for (const method of ["HEAD", "PATCH", "HEAD"] as const) {
      const answer = await tus(api, method, uploadId, {
        ...phone,
        headers: { ...headers, ...(method === "PATCH" ? PART : {}) },
        ...(method === "PATCH" ? { bytes } : {}),
      });
      expect([200, 204]).toContain(answer.status);
      for (const name of ["Upload-Metadata", "Upload-Concat", "Upload-Defer-Length", "Location"])
        expect(answer.headers.get(name)).toBeNull();
    }
    const content = await contentOf(api, phone, mediaId);
    expect(content.headers.get("Content-Type")).toBe("image/jpeg");
    expect(content.headers.get("Content-Disposition")).toContain(`"${mediaId}.jpg"`);
    expect(content.bytes.equals(bytes)).toBe(true);
  });
});

describe("A finished upload", () => {
  test("accepts nothing more, and its file stays", async () => {
    const bytes = photo();
    const { uploadId, mediaId } = await uploaded(api, phone, bytes);
    for (const offset of [0, 10, bytes.length]) {
      const answer = await patch(api, phone, { uploadId, offset, bytes: photo() });
      expect(refusalOf(answer)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
    }
    const { status } = await tus(api, "DELETE", uploadId, phone);
    expect(status).toBe(409);
    expect((await contentOf(api, phone, mediaId)).bytes.equals(bytes)).toBe(true);
  });

  test("accepts nothing if it was refused or cancelled", async () => {
    const [bytes, other] = [photo(), photo()];
    const refused = await begun(api, phone, bytes);
    await patch(api, phone, { uploadId: refused.uploadId, offset: 0, bytes: other });
    const again = await patch(api, phone, { uploadId: refused.uploadId, offset: 0, bytes });
    expect(refusalOf(again).code).toBe("UPLOAD_REJECTED");
    const called = await begun(api, phone, photo());
    await tus(api, "DELETE", called.uploadId, phone);
    const late = await patch(api, phone, { uploadId: called.uploadId, offset: 0, bytes });
    expect(refusalOf(late).code).toBe("UPLOAD_EXPIRED");
  });

  test("is unchanged by an empty request", async () => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 100) });
    const nothing = await patch(api, phone, { uploadId, offset: 100, bytes: Buffer.alloc(0) });
    expect([nothing.status, nothing.headers.get("Upload-Offset")]).toEqual([204, "100"]);
    expect((await uploadState(api, phone, uploadId)).status).toBe("PENDING");
  });
});

async function storageKeyOf(uploadId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from upload where id = ${uploadId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0]?.key ?? "";
}
