import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { accountExportSchema } from "../../contract/privacy/export-schema.ts";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import { type Person, refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { supporter } from "../factories/accounts/supporter.ts";
import { tablesWith } from "../factories/db/tables-with.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const log: string[] = [];
const { api, issuer } = await useApi({
  database: await useOwnDatabase(),
  onLog: (line) => void log.push(JSON.stringify(line)),
});
const ME = "/api/v1/auth/me";

describe("The draft key of a browser's session (docs/rooms/accounts.md#draft-key)", () => {
  test("is 32 bytes, the same at every read of the session, and no app gets one", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const token = await coach.person.token("WEB");
    const key = await keyWith(token);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await keyWith(token)).toBe(key);
    expect(await keyWith(coach.token)).toBeNull();
  });

  test("is another one for another session of the same person, and for another person", async () => {
    const one = (await registeredCoach(api, somebody(issuer))).person;
    const other = (await registeredCoach(api, somebody(issuer))).person;
    const keys = [await keyIn(one, "first"), await keyIn(one, "second"), await keyIn(other)];
    expect(new Set(keys).size).toBe(3);
  });

  test("is no longer read once the session has ended, and the next session has another one", async () => {
    const { person } = await registeredCoach(api, somebody(issuer));
    const token = await person.token("WEB", { sid: "ending" });
    const key = await keyWith(token);
    await api.call("POST", "/api/v1/auth/logout", { token, body: {} });
    expect(refusalOf(await api.call("GET", ME, { token }))).toBe("401 UNAUTHENTICATED");
    expect(await keyIn(person, "next")).not.toBe(key);
  });

  test("is in no log, no table, no export and no page of support", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const token = await coach.person.token("WEB");
    const key = (await keyWith(token)) ?? "";
    const { em } = api.deps.database;
    const asked = await api.call("POST", "/api/v1/auth/account-exports", {
      token,
      key: randomUUID(),
    });
    const { exportId } = accountExportSchema.parse(asked.data);
    while ((await settleAccountExport(em, { exportId })).more === true);
    const file = await api.call("GET", `/api/v1/auth/account-exports/${exportId}/file`, { token });
    expect(file.text).toContain(coach.userId);
    const seen = await api.call("GET", `/api/v1/support/users/${coach.userId}`, {
      token: await supporter(api, issuer, "users.read"),
      headers: { "X-Access-Reason": "looking for a key" },
    });
    expect(seen.text).toContain(coach.userId);
    expect([file.text, seen.text].filter((text) => text.includes(key))).toEqual([]);
    expect(log.length).toBeGreaterThan(0);
    expect(log.filter((line) => line.includes(key))).toEqual([]);
    expect(await tablesWith(em, key)).toEqual([]);
    expect(await tablesWith(em, Buffer.from(key, "base64url").toString("hex"))).toEqual([]);
  });
});

async function keyIn(person: Person, sid?: string) {
  return await keyWith(await person.token("WEB", sid === undefined ? {} : { sid }));
}

async function keyWith(token: string) {
  return coachMeSchema.parse((await api.call("GET", ME, { token })).data).draftKey;
}
