import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { mediaSchema } from "../../contract/media/schema.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { eventually } from "../factories/eventually.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { begun, contentOf, hashOf, patch, photo, uploaded } from "../factories/media/media.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
} from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const PATH = "/api/v1/media";
const folder = newTestFolder("shown");
const lines: Readonly<Record<string, unknown>>[] = [];

let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;
let coach: Pick<Phone, "token" | "relationshipId">;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const media = { kind: "disk", directory: folder } as const;
  api = await startApi({ issuer: issuer.issuer, media, onLog: (line) => void lines.push(line) });
  phone = await buildPhone(api, issuer);
  coach = { ...phone, token: phone.pair.coachToken };
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

describe("READY media", () => {
  test("are shown and sent to their sender and to the coaches, byte for byte", async () => {
    const bytes = photo(300_000);
    const { mediaId } = await uploaded(api, phone, bytes);
    const onWeb = { token: await otherToken(issuer, phone.pair.coach, "WEB") };
    for (const who of [phone, coach, onWeb]) {
      const answer = await ask(who, mediaId);
      expect(mediaSchema.parse(answer.data)).toMatchObject({
        mediaId,
        relationshipId: phone.relationshipId,
        ownerUserId: phone.pair.client.userId,
        contentType: "image/jpeg",
        contentHash: hashOf(bytes),
        sizeBytes: 300_000,
        contentUrl: `http://127.0.0.1${PATH}/${mediaId}/content`,
      });
      const content = await contentOf(api, who, mediaId);
      expect(content.status).toBe(200);
      expect(content.bytes.equals(bytes)).toBe(true);
      const key = await storageKeyOf(mediaId);
      expect(answer.text + JSON.stringify([...content.headers])).not.toContain(key);
    }
  });

  test("are sent with the checked type, as a download that runs nowhere", async () => {
    const { mediaId } = await uploaded(api, phone);
    const { headers } = await contentOf(api, phone, mediaId);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": "4096",
      "content-disposition": `attachment; filename="${mediaId}.jpg"`,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
    });
    expect(headers.get("X-Request-Id")).not.toBeNull();
  });

  test("of a coach are visible to the coaches, and not to a client they were not sent to", async () => {
    const { mediaId } = await uploaded(api, coach);
    expect((await ask(coach, mediaId)).status).toBe(200);
    await expectUnknown(phone, mediaId);
  });

  test("are the only visible ones: incomplete, unchecked and refused media are hidden", async () => {
    const bytes = photo();
    const { uploadId, mediaId } = await begun(api, phone, bytes);
    await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 4_000) });
    const wrong = Buffer.concat([
      bytes.subarray(4_000, -1),
      Buffer.from([bytes[4_095] === 0 ? 1 : 0]),
    ]);
    await expectUnknown(phone, mediaId);
    await expectUnknown(coach, mediaId);
    await patch(api, phone, { uploadId, offset: 4_000, bytes: wrong });
    await expectUnknown(phone, mediaId);
    await expectUnknown(coach, mediaId);
  });

  test("of another client are answered like unknown ones", async () => {
    const { mediaId } = await uploaded(api, phone);
    const other = await buildPhone(api, issuer);
    const sibling = await buildPhone(api, issuer, { coach: phone.pair.coach });
    await expectUnknown(other, mediaId);
    await expectUnknown({ token: other.pair.coachToken }, mediaId);
    await expectUnknown(sibling, mediaId);
  });

  test("need a token, the right app and a valid id", async () => {
    const { mediaId } = await uploaded(api, phone);
    const onWeb = { token: await otherToken(issuer, phone.pair.client, "WEB") };
    for (const route of [ask, askContent]) {
      expect((await route({ token: "x" }, mediaId)).status).toBe(401);
      expect(refusalOf(await route(onWeb, mediaId)).code).toBe("APP_ROLE_MISMATCH");
      for (const nonsense of ["x", "..%2F..%2Fetc%2Fpasswd", `${mediaId}%00`, `${mediaId}.jpg`])
        expect((await route(phone, nonsense)).status).toBe(400);
    }
  });

  test("stay visible during a pause; after the end the coaches see them, the client does not", async () => {
    const { em } = api.deps.database;
    const ending = await buildPhone(api, issuer);
    const { mediaId } = await uploaded(api, ending);
    const { headers } = await contentOf(api, ending, mediaId);
    const reader = { token: ending.pair.coachToken };
    await setRelationshipStatus(em, ending.relationshipId, "PAUSED");
    for (const who of [ending, reader]) expect((await askContent(who, mediaId)).status).toBe(200);
    await setRelationshipStatus(em, ending.relationshipId, "ENDED");
    for (const route of [ask, askContent]) expect((await route(reader, mediaId)).status).toBe(200);
    await expectUnknown(ending, mediaId);
    const known = { "If-None-Match": headers.get("ETag") ?? "" };
    expect((await contentOf(api, ending, mediaId, known)).status).toBe(404);
  });

  test("of a suspended workspace are closed", async () => {
    const { em } = api.deps.database;
    const closing = await buildPhone(api, issuer);
    const { mediaId } = await uploaded(api, closing);
    const { workspaceId: id } = closing.pair;
    await em.fork().nativeUpdate(CoachWorkspace, { id }, { status: "SUSPENDED" });
    await expectUnknown(closing, mediaId);
    const refused = refusalOf(await askContent({ token: closing.pair.coachToken }, mediaId));
    expect(refused).toMatchObject({ status: 403, code: "WORKSPACE_SUSPENDED" });
  });
});

describe("Bytes with a matching ETag", () => {
  test("are not sent again", async () => {
    const { mediaId } = await uploaded(api, phone);
    const { headers } = await contentOf(api, phone, mediaId);
    const tag = headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"sha-256:[\da-f]{64}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await contentOf(api, phone, mediaId, { "If-None-Match": known });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers.get("ETag")).toBe(tag);
      expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
    }
    const other = await contentOf(api, phone, mediaId, { "If-None-Match": '"other"' });
    expect(other.status).toBe(200);
  });
});

describe("A range of bytes", () => {
  const bytes = photo(10_000);
  let mediaId: string;
  beforeAll(async () => {
    ({ mediaId } = await uploaded(api, phone, bytes));
  });

  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=100-199", 100, 199],
    ["bytes=9000-", 9_000, 9_999],
    ["bytes=-10", 9_990, 9_999],
    ["bytes=9990-20000", 9_990, 9_999],
  ])("%s is sent alone", async (range, start, end) => {
    const part = await contentOf(api, phone, mediaId, { Range: range });
    expect(part.status).toBe(206);
    expect(part.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/10000`);
    expect(part.headers.get("Content-Length")).toBe(String(end - start + 1));
    expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(["bytes=0-9,20-29", "bytes=a-b", "pages=1-2", "bytes=", "bytes=5-1"])(
    "%s is answered by the whole file, or refused",
    async (range) => {
      const whole = await contentOf(api, phone, mediaId, { Range: range });
      expect([200, 416]).toContain(whole.status);
      if (whole.status === 200) expect(whole.bytes.equals(bytes)).toBe(true);
    },
  );

  test("that is empty is 416 RANGE_NOT_SATISFIABLE with the size", async () => {
    const request = { token: phone.token, headers: { Range: "bytes=10000-" } };
    const answer = await api.call("GET", `${PATH}/${mediaId}/content`, request);
    expect(refusalOf(answer)).toMatchObject({ status: 416, code: "RANGE_NOT_SATISFIABLE" });
    expect(answer.headers.get("Content-Range")).toBe("bytes */10000");
    expect(answer.headers.get("ETag")).toBeNull();
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("is continued only if the bytes are the same", async () => {
    const { headers } = await contentOf(api, phone, mediaId);
    const same = { Range: "bytes=10-19", "If-Range": headers.get("ETag") ?? "" };
    expect((await contentOf(api, phone, mediaId, same)).status).toBe(206);
    const other = { ...same, "If-Range": '"other"' };
    expect((await contentOf(api, phone, mediaId, other)).status).toBe(200);
  });
});

describe("A download", () => {
  test("that its reader closes is not a fault", async () => {
    const { mediaId } = await uploaded(api, phone, photo(20_000_000));
    await new Promise<void>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${phone.token}` };
      const asking = get(`${api.url}${PATH}/${mediaId}/content`, { headers }, (answer) => {
        answer.once("data", () => answer.destroy());
        answer.once("close", resolve);
      });
      asking.once("error", reject);
    });
    const abortedLine = async () => lines.find(({ status }) => status === 499);
    await eventually(abortedLine, (line) => line !== undefined);
    expect(lines.filter(({ msg }) => msg === "request failed")).toEqual([]);
  });

  test("of lost bytes is reported as our fault", async () => {
    const { mediaId } = await uploaded(api, phone);
    await rm(join(folder, await storageKeyOf(mediaId)));
    const answer = await askContent(phone, mediaId);
    expect(refusalOf(answer)).toMatchObject({ status: 500, code: "INTERNAL" });
    expect(answer.headers.get("ETag")).toBeNull();
    expect(answer.headers.get("Content-Disposition")).toBeNull();
    expect(lines.some(({ msg }) => msg === "request failed")).toBe(true);
  });
});

function ask({ token }: Pick<Phone, "token">, mediaId: string) {
  return api.call("GET", `${PATH}/${mediaId}`, { token });
}

function askContent({ token }: Pick<Phone, "token">, mediaId: string) {
  return api.call("GET", `${PATH}/${mediaId}/content`, { token });
}

/** Both routes answer that the person has no such media. */
async function expectUnknown(who: Pick<Phone, "token">, mediaId: string): Promise<void> {
  for (const route of [ask, askContent]) {
    const refused = refusalBody(await route(who, mediaId));
    expect(refused).toEqual(refusalBody(await route(who, randomUUID())));
    expect(refused).toMatchObject({ status: 404, code: "NOT_FOUND" });
  }
}

async function storageKeyOf(mediaId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from media where id = ${mediaId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0]?.key ?? "";
}
