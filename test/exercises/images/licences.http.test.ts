import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openImageDecoder } from "../../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../../activities/exercises/images/import-library.ts";
import { openFolder } from "../../../activities/exercises/images/open-folder.ts";
import {
  attributionsSchema,
  licenceSourceSchema,
  licenceSourcesSchema,
} from "../../../contract/exercises/licence-schema.ts";
import { LibraryAsset } from "../../../db/exercises/images/library-asset.ts";
import { LicenceDecision } from "../../../db/exercises/images/licence-decision.ts";
import { refusalOf, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { staffToken } from "../../factories/accounts/staff.ts";
import { startApi, type TestApi } from "../../harness/api.ts";
import { startTestIssuer, type TestIssuer } from "../../harness/test-issuer.ts";
import { folderOf, manifestOf, picture } from "./small-library.ts";

const SOURCES = "/api/v1/admin/exercise-library/licence-sources";
const ATTRIBUTIONS = "/api/v1/exercise-library/attributions";

let issuer: TestIssuer;
let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let admin: string;
let coach: string;
let assetId: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
  other = await startApi({ issuer: issuer.issuer, database: api.database });
  admin = await staffToken(issuer, "admin");
  ({ token: coach } = await registeredCoach(api, somebody(issuer)));
  const item = { id: "squat", name: "Squat", path: "a.jpg" };
  const manifest = JSON.stringify(manifestOf("drawn", [item]));
  const folder = folderOf({ "library.json": manifest, "a.jpg": await picture("red") });
  const decoder = openImageDecoder();
  await importLibrary(api.deps.database.em, await openFolder(folder), decoder);
  decoder.close();
  ({ id: assetId } = await em().findOneOrFail(LibraryAsset, { sourcePath: "a.jpg" }));
});
afterAll(async () => {
  await other.close();
  await api.close();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();

describe("A source of pictures (docs/rooms/exercises.md#licences)", () => {
  test("starts HELD: its pictures are found by nobody, and no attribution is listed", async () => {
    expect(await sourceNow()).toMatchObject({ key: "drawn", verdict: "HELD", imageCount: 1 });
    expect((await show(api)).status).toBe(404);
    expect(await attributions()).toEqual([]);
  });

  test("that is SHOWN has its pictures and its attribution, cached for a day at most", async () => {
    expect((await decide("SHOWN")).status).toBe(200);
    const shown = await show(other);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-type")).toBe("image/webp");
    expect(shown.headers.get("cache-control")).toBe("private, max-age=86400");
    expect((await shown.arrayBuffer()).byteLength).toBe(
      Number(shown.headers.get("content-length")),
    );
    const tag = shown.headers.get("etag") ?? "";
    expect((await show(other, { "If-None-Match": tag })).status).toBe(304);
    expect(await attributions()).toMatchObject([{ key: "drawn", attribution: "Pictures: drawn" }]);
  });

  test("that is WITHDRAWN answers 410 in every process at once, even to a device that has the picture", async () => {
    const tag = (await show(other)).headers.get("etag") ?? "";
    expect((await decide("WITHDRAWN")).status).toBe(200);
    for (const by of [api, other]) {
      const gone = await show(by, { "If-None-Match": tag });
      expect(gone.status).toBe(410);
      expect(await gone.json()).toMatchObject({ code: "IMAGE_WITHDRAWN" });
    }
    expect(await attributions()).toEqual([]);
    expect((await decide("SHOWN")).status).toBe(200);
    expect((await show(other)).status).toBe(200);
  });

  test("keeps each decision with its reason, and a repeated one once", async () => {
    const before = await em().count(LicenceDecision);
    const again = licenceSourceSchema.parse((await decide("SHOWN")).data);
    expect(again).toMatchObject({ verdict: "SHOWN", reason: "It was looked at." });
    expect(await em().count(LicenceDecision)).toBe(before);
  });

  test("refuses a decision on a stale revision, and on an unknown source", async () => {
    const stale = await decide("HELD", { expectedRevision: 1 });
    expect(refusalOf(stale)).toBe("409 STATE_CONFLICT");
    const unknown = await decide("HELD", { sourceKey: "nowhere" });
    expect(refusalOf(unknown)).toBe("404 NOT_FOUND");
  });

  test.each([{ verdict: "PERHAPS" }, { reason: "" }, { reason: " " }, { sourceKey: "A b" }])(
    "refuses %j as malformed",
    async (more) => {
      const answer = await decide("HELD", more);
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    },
  );

  test("is decided by administrators; every account reads attributions and pictures", async () => {
    expect((await api.call("GET", SOURCES, { token: coach })).status).toBe(403);
    expect((await api.call("GET", SOURCES)).status).toBe(401);
    expect((await api.call("GET", ATTRIBUTIONS)).status).toBe(401);
    expect((await show(api, { Authorization: "" })).status).toBe(401);
    expect((await show(api, {}, randomUUID())).status).toBe(404);
    const odd = await fetch(`${api.url}/api/v1/exercise-library/images/${assetId}/321`, {
      headers: { Authorization: `Bearer ${coach}` },
    });
    expect(odd.status).toBe(400);
  });
});

async function sourceNow() {
  const { data } = await api.call("GET", SOURCES, { token: admin });
  const [source] = licenceSourcesSchema.parse(data).items;
  return licenceSourceSchema.parse(source);
}

async function decide(verdict: string, more: object = {}) {
  const { revision: expectedRevision } = await sourceNow();
  const body = { sourceKey: "drawn", verdict, reason: "It was looked at.", expectedRevision };
  return await api.call("PATCH", SOURCES, { token: admin, body: { ...body, ...more } });
}

async function show(by: TestApi, headers: Record<string, string> = {}, id = assetId) {
  return await fetch(`${by.url}/api/v1/exercise-library/images/${id}/320`, {
    headers: { Authorization: `Bearer ${coach}`, ...headers },
  });
}

async function attributions() {
  const { data } = await api.call("GET", ATTRIBUTIONS, { token: coach });
  return attributionsSchema.parse(data).items;
}
