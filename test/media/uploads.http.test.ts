import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  announce,
  announcement,
  begun,
  hashOf,
  noUpload,
  patch,
  photo,
  uploadState,
  tus,
  uploaded,
} from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPhone, otherToken, refusalBody, refusalOf } from "../factories/sync/phone.ts";
import { startApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const phone = await buildPhone(api, issuer);

const PATH = "/api/v1/client/uploads";
const METHODS = ["HEAD", "PATCH", "DELETE", "OPTIONS"] as const;
const part = { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": "0" };

describe("Announcing a file", () => {
  test("needs a token", async () => {
    const { status } = await announce(api, { ...phone, token: "x" }, photo());
    expect(status).toBe(401);
  });

  test.each([
    ["an unknown field", { extra: 1 }, "/extra"],
    ["another hash", { contentHash: "md5:abc" }, "/contentHash"],
    ["no bytes", { sizeBytes: 0 }, "/sizeBytes"],
    ["more bytes than the purpose accepts", { sizeBytes: 26 * 1024 * 1024 }, "/sizeBytes"],
    ["an unknown type", { contentType: "image/svg+xml" }, "/contentType"],
    ["a type that the purpose does not accept", { contentType: "audio/mpeg" }, "/contentType"],
    ["an unknown purpose", { purpose: "AVATAR" }, "/purpose"],
    ["no relationship", { relationshipId: "x" }, "/relationshipId"],
  ])("with %s is refused", async (_name, change, pointer) => {
    const body = { ...announcement(phone.relationshipId, photo()), ...change };
    const answer = await api.call("POST", PATH, { token: phone.token, body });
    expect(refusalOf(answer)).toMatchObject({ status: 400, pointers: [pointer] });
  });

  test("is for phones, not for the web", async () => {
    const token = await otherToken(issuer, phone.pair.coach, "WEB");
    expect(refusalOf(await announce(api, { ...phone, token }, photo()))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  });

  test("for a foreign relationship is answered like for an unknown one", async () => {
    const other = await buildPhone(api, issuer);
    const answers = [other.relationshipId, randomUUID()].map((relationshipId) =>
      announce(api, { ...phone, relationshipId }, photo()),
    );
    const [foreign, unknown] = (await Promise.all(answers)).map(refusalBody);
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("is retryable while coaching is paused, and refused after its end", async () => {
    const { em } = api.deps.database;
    const paused = await buildPhone(api, issuer);
    const bytes = photo();
    const { uploadId } = await begun(api, paused, bytes);
    await setRelationshipStatus(em, paused.relationshipId, "PAUSED");
    expect(refusalOf(await announce(api, paused, photo())).code).toBe("RELATIONSHIP_INACTIVE");
    expect((await patch(api, paused, { uploadId, offset: 0, bytes })).status).toBe(204);
    await setRelationshipStatus(em, paused.relationshipId, "ENDED");
    expect(refusalOf(await announce(api, paused, photo())).code).toBe("NOT_FOUND");
    expect((await tus(api, "HEAD", uploadId, paused)).status).toBe(404);
  });

  test("without room is 409, and one open upload too many is 429 with a retry time", async () => {
    const mediaLimits = { relationshipBytes: 10_000, openUploads: 2 };
    const { database } = api;
    const narrow = await startApi({ issuer: issuer.issuer, database, mediaLimits });
    const other = await buildPhone(narrow, issuer);
    const full = await announce(narrow, other, photo(10_001));
    expect(refusalOf(full)).toMatchObject({ status: 409, code: "STATE_CONFLICT" });
    for (const bytes of [photo(), photo()]) await begun(narrow, other, bytes);
    const crowded = await announce(narrow, other, photo(30));
    expect(refusalOf(crowded)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(Number(crowded.headers.get("Retry-After"))).toBeGreaterThan(0);
    await narrow.close();
  });

  test("again returns the same media record and upload, however often and at once", async () => {
    const bytes = photo();
    const all = await Promise.all(Array.from({ length: 8 }, () => begun(api, phone, bytes)));
    const [first] = all;
    for (const again of [...all, await begun(api, phone, bytes)]) expect(again).toEqual(first);
  });

  test("by a coach creates the coach's own record, even for the same content", async () => {
    const { coachToken } = phone.pair;
    const coach = { ...phone, token: coachToken };
    const bytes = photo();
    const mine = await uploaded(api, phone, bytes);
    const theirs = await uploaded(api, coach, bytes);
    expect(theirs).toMatchObject({ status: "READY", contentHash: hashOf(bytes) });
    expect(theirs.mediaId).not.toBe(mine.mediaId);
    const path = `${PATH}/${mine.uploadId}`;
    expect((await api.call("GET", path, { token: coachToken })).status).toBe(404);
  });
});

describe("Another person's upload", () => {
  test.each(METHODS)(
    "answers %s like an unknown one, and like none to strangers",
    async (method) => {
      const other = await buildPhone(api, issuer);
      const { uploadId } = await begun(api, other, photo());
      const ask = (id: string, token = phone.token) =>
        tus(api, method, id, { token, headers: method === "PATCH" ? part : {} });
      const [foreign, unknown, nonsense] = [
        await ask(uploadId),
        await ask(noUpload()),
        await ask("x"),
      ];
      expect([foreign.status, foreign.body["code"]]).toEqual([404, "NOT_FOUND"]);
      expect([unknown.status, unknown.body["code"]]).toEqual([404, "NOT_FOUND"]);
      expect(nonsense.status).toBe(400);
      expect((await ask(uploadId, "x")).status).toBe(401);
      expect((await uploadState(api, other, uploadId)).receivedBytes).toBe(0);
    },
  );

  test("is not visible", async () => {
    const other = await buildPhone(api, issuer);
    const { uploadId } = await begun(api, other, photo());
    const ask = (id: string) => api.call("GET", `${PATH}/${id}`, { token: phone.token });
    expect(refusalBody(await ask(uploadId))).toEqual(refusalBody(await ask(noUpload())));
    expect((await api.call("GET", `${PATH}/${uploadId}`)).status).toBe(401);
    expect((await ask("x")).status).toBe(400);
  });
});

describe("An expired upload", () => {
  test("is 410 UPLOAD_EXPIRED, and refreshed under the same hash it is the same media record", async () => {
    const bytes = photo();
    const old = await begun(api, phone, bytes);
    const { uploadId } = old;
    await patch(api, phone, { uploadId, offset: 0, bytes: bytes.subarray(0, 100) });
    await moveClock(api.database.ownerUrl, 24 * 3_600 + 60);
    const answers = [
      await tus(api, "HEAD", uploadId, phone),
      await patch(api, phone, { uploadId, offset: 100, bytes: bytes.subarray(100) }),
      await tus(api, "DELETE", uploadId, phone),
    ];
    for (const { status, body } of answers)
      expect([status, body["code"]]).toEqual([410, "UPLOAD_EXPIRED"]);
    expect(await uploadState(api, phone, uploadId)).toMatchObject({
      status: "EXPIRED",
      uploadUrl: null,
    });
    const again = await uploaded(api, phone, bytes);
    expect(again).toMatchObject({ mediaId: old.mediaId, status: "READY" });
    expect(again.uploadId).not.toBe(uploadId);
    expect((await tus(api, "HEAD", uploadId, phone)).status).toBe(410);
    await moveClock(api.database.ownerUrl, 0);
  });
});
