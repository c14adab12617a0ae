import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { sessionPageSchema } from "../../contract/accounts/session-schema.ts";
import { accountExportSchema } from "../../contract/privacy/export-schema.ts";
import { EXPORT_HOURS, EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { begun, photo, uploaded } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  STALE_SIGN_IN,
} from "../factories/accounts/people.ts";
import { buildPhone } from "../factories/sync/phone.ts";
import { readZip } from "../factories/privacy/read-zip.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const EXPORTS = "/api/v1/auth/account-exports";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let person: Person;
let coach: RegisteredCoach;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await api.deps.database.em.fork().execute("delete from rate_limit");
  person = somebody(issuer);
  coach = await registeredCoach(api, person);
});

const get = (path: string, token: string) => api.call("GET", path, { token });

describe("an export of an account, on the web and in the app alike", () => {
  test("is requested, polled, and read by its link, until it expires", async () => {
    const key = randomUUID();
    const asked = await ask(coach.token, key);
    expect(asked.data).toMatchObject({ status: "WRITING", link: null, expiresAt: null });
    expect(asked.data).toMatchObject({ progress: { sectionsDone: 0, facts: 0 } });
    const replayed = await ask(coach.token, key);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect(replayed.data).toEqual(asked.data);
    // The request needs a fresh sign-in; its replay and every read of the export do not.
    const stale = await person.token("COACH_MOBILE", STALE_SIGN_IN);
    expect(refusalOf(await ask(stale))).toBe("401 UNAUTHENTICATED");
    expect((await ask(stale, key)).data).toEqual(asked.data);
    // A request with another key, and in the other app, returns the same.
    const onWeb = await person.token("WEB");
    expect((await ask(onWeb)).data).toEqual(asked.data);
    const { exportId } = accountExportSchema.parse(asked.data);
    for (const early of ["file", "archive"]) {
      const answer = await get(`${EXPORTS}/${exportId}/${early}`, coach.token);
      expect(refusalOf(answer)).toBe("404 NOT_FOUND");
    }
    const { data, path } = await written();
    expect(data).toMatchObject({
      exportId,
      status: "READY",
      progress: { sectionsDone: EXPORT_SECTIONS.length, sectionsTotal: EXPORT_SECTIONS.length },
    });
    for (const token of [coach.token, onWeb, stale]) {
      const file = await get(path, token);
      expect(file.status).toBe(200);
      expect(file.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; /);
      expect(file.headers.get("Cache-Control")).toBe("private, no-store");
      expect(Object.keys(file.body)).toEqual(["format", "readyAt", ...EXPORT_SECTIONS]);
      expect(file.body).toMatchObject({
        account: [{ id: coach.userId, displayName: "Cora Coach", primaryEmail: person.email }],
        consents: [{ termsVersion: expect.any(String) }],
      });
    }
    await moveClock(api.database.ownerUrl, EXPORT_HOURS * 3_600 + 60);
    const late = await person.token("COACH_MOBILE", { sid: randomUUID() });
    expect(refusalOf(await get(path, late))).toBe("404 NOT_FOUND");
    expect(refusalOf(await get(`${EXPORTS}/${exportId}`, late))).toBe("404 NOT_FOUND");
  });

  test("is readable neither by others nor without a sign-in, and refuses a malformed id", async () => {
    const { exportId, path } = await written();
    const another = await registeredCoach(api, somebody(issuer));
    for (const route of [`${EXPORTS}/${exportId}`, path, `${EXPORTS}/${exportId}/archive`]) {
      expect(refusalOf(await get(route, another.token))).toBe("404 NOT_FOUND");
      expect(refusalOf(await api.call("GET", route))).toBe("401 UNAUTHENTICATED");
    }
    for (const route of ["half", "half/file", "half/archive"].map((end) => `${EXPORTS}/${end}`)) {
      expect(refusalOf(await get(route, coach.token))).toBe("400 VALIDATION_FAILED");
    }
    expect(refusalOf(await api.call("POST", EXPORTS, { key: "x" }))).toBe("401 UNAUTHENTICATED");
    const { token } = coach;
    expect(refusalOf(await api.call("POST", EXPORTS, { token }))).toBe("400 VALIDATION_FAILED");
    const odd = { token, key: randomUUID(), body: { everything: true } };
    expect(refusalOf(await api.call("POST", EXPORTS, odd))).toBe("400 VALIDATION_FAILED");
    const onPhone = await person.token("CLIENT_MOBILE");
    expect((await get(path, onPhone)).status).toBe(200);
  });

  test("is one document with every file that the person sent, also in a relationship that ended", async () => {
    const phone = await buildPhone(api, issuer);
    const bytes = photo();
    const { mediaId } = await uploaded(api, phone, bytes);
    // Announced and never uploaded, so the export does not contain it.
    await begun(api, phone, photo());
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    const { exportId } = accountExportSchema.parse((await ask(phone.token)).data);
    while ((await settleAccountExport(em, { exportId })).more === true);
    const document = await get(`${EXPORTS}/${exportId}/file`, phone.token);
    const archive = await fetch(`${api.url}${EXPORTS}/${exportId}/archive`, {
      headers: { Authorization: `Bearer ${phone.token}` },
    });
    expect(archive.headers.get("Content-Type")).toBe("application/zip");
    expect(archive.headers.get("Content-Disposition")).toMatch(/^attachment; .*\.zip"$/);
    expect(readZip(Buffer.from(await archive.arrayBuffer()))).toEqual([
      { name: "sideline-account.json", bytes: Buffer.from(document.text) },
      { name: `media/${mediaId}.jpg`, bytes },
    ]);
    expect(document.text).toContain(mediaId);
  });

  test("is refused once the deletion of the account is requested", async () => {
    const { exportId, path } = await written();
    const deletion = { token: coach.token, key: randomUUID() };
    await api.call("POST", "/api/v1/auth/account-deletion", deletion);
    const next = await person.token("COACH_MOBILE", { sid: randomUUID() });
    for (const route of [`${EXPORTS}/${exportId}`, path]) {
      expect(refusalOf(await get(route, next))).toBe("403 USER_PENDING_DELETION");
    }
    expect(refusalOf(await ask(next))).toBe("403 USER_PENDING_DELETION");
  });
});

test("a client who lost the phone uses their account on the web: sessions, an export, deletion and its cancellation", async () => {
  const client = somebody(issuer);
  await registeredClient(api, coach, client);
  const phone = await client.token("CLIENT_MOBILE");
  const onWeb = (sid: string = randomUUID()) => client.token("WEB", { sid });
  const token = await onWeb();
  const post = (path: string, by: string) =>
    api.call("POST", path, { token: by, key: randomUUID() });
  const { items } = sessionPageSchema.parse((await get("/api/v1/auth/sessions", token)).data);
  expect(items.map(({ clientApp, current }) => [clientApp, current])).toEqual([
    ["WEB", true],
    ["CLIENT_MOBILE", false],
  ]);
  expect((await post("/api/v1/auth/sessions/revoke-others", token)).data).toMatchObject({
    revokedCount: 1,
  });
  expect(refusalOf(await get("/api/v1/auth/sessions", phone))).toBe("401 UNAUTHENTICATED");
  expect((await ask(token)).data).toMatchObject({ status: "WRITING" });
  const deletion = "/api/v1/auth/account-deletion";
  expect((await post(deletion, token)).data).toMatchObject({ status: "PENDING_DELETION" });
  expect((await post(`${deletion}/cancel`, await onWeb())).data).toMatchObject({
    status: "ACTIVE",
    deletionAt: null,
  });
  // Coaching content is for the app alone.
  expect(refusalOf(await get("/api/v1/client/today", await onWeb()))).toBe("403 APP_ROLE_MISMATCH");
});

function ask(token: string, key: string = randomUUID()) {
  return api.call("POST", EXPORTS, { token, key });
}

/** The coach's export, written completely. */
async function written() {
  const { exportId } = accountExportSchema.parse((await ask(coach.token)).data);
  const { em } = api.deps.database;
  while ((await settleAccountExport(em, { exportId })).more === true);
  const { data } = await get(`${EXPORTS}/${exportId}`, coach.token);
  const { link } = accountExportSchema.parse(data);
  return { exportId, path: new URL(link ?? "").pathname, data };
}
