import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { deviceSchema } from "../../contract/sync/device-schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { ask, buildPhone, type Phone, send, snapshot, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestAnswer } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const HOUR = 3_600;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});
afterEach(() => moveClock(api.database.ownerUrl, 0));
afterAll(async () => {
  await owner.end();
});

const complete = () => queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });

test("a device that never synced has none", async () => {
  expect(await lastSync()).toBeNull();
});

describe("the last successful sync is", () => {
  test("the first read", async () => {
    await snapshot(api, phone);
    expect(Math.abs(Date.now() - Date.parse((await lastSync()) ?? ""))).toBeLessThan(30_000);
  });

  test("the first batch", async () => {
    await sync(api, phone, [complete()]);
    expect(Math.abs(Date.now() - Date.parse((await lastSync()) ?? ""))).toBeLessThan(30_000);
  });

  test.each([
    ["a read with nothing new", "delta"],
    ["a read of everything", "full"],
    ["a batch", "batch"],
    ["a repeated batch", "replay"],
    ["a batch without an accepted operation", "refused"],
  ] as const)("moved by %s", async (_name, kind) => {
    const known = complete();
    await sync(api, phone, [known]);
    const { serverCursor: since } = await snapshot(api, phone);
    const work = {
      delta: () => ask(api, phone, { since }),
      full: () => ask(api, phone),
      batch: () => send(api, phone, [complete()]),
      replay: () => send(api, phone, [known]),
      refused: () => send(api, phone, [queued("from-the-future.do", {})]),
    }[kind];
    const { status, moved, seconds } = await anHourLater(work);
    expect({ status, moved }).toEqual({ status: 200, moved: true });
    expect(Math.abs(seconds - HOUR)).toBeLessThan(60);
  });

  test.each([
    ["a foreign cursor", "foreign"],
    ["an expired cursor", "expired"],
    ["a cursor in place of since", "exchanged"],
    ["a malformed query", "query"],
    ["a malformed batch", "body"],
    ["a missing scope", "scope"],
  ] as const)("not moved by a refusal: %s", async (_name, kind) => {
    const { serverCursor: since } = await snapshot(api, phone);
    const elsewhere = { ...phone, relationshipId: randomUUID() };
    const work = {
      foreign: () => ask(api, phone, { since: "x" }),
      expired: async () => {
        await owner.query(
          "update relationship_scope set epoch = gen_random_uuid() where relationship_id = $1",
          [phone.relationshipId],
        );
        return ask(api, phone, { since });
      },
      exchanged: () => ask(api, phone, { cursor: since }),
      query: () => ask(api, phone, { digests: "diary" }),
      body: () => send(api, phone, []),
      scope: () => ask(api, elsewhere),
    }[kind];
    const { status, moved } = await anHourLater(work);
    expect({ refused: status >= 400 && status < 500, moved }).toEqual({
      refused: true,
      moved: false,
    });
  });

  test("not needed for the answer: a read succeeds while it cannot be written", async () => {
    await snapshot(api, phone);
    await moveClock(api.database.ownerUrl, HOUR);
    await owner.query("begin");
    await owner.query("select 1 from device_seen where device_id = $1 for update", [
      phone.deviceId,
    ]);
    const answer = await ask(api, phone);
    await owner.query("rollback");
    expect(answer.status).toBe(200);
  });
});

/** The last successful sync of the phone, as its owner sees it. */
async function lastSync(): Promise<string | null> {
  const answer = await api.call("GET", "/api/v1/client/devices", phone);
  const { items } = pageSchema(deviceSchema).parse(answer.data);
  return items.find(({ deviceId }) => deviceId === phone.deviceId)?.lastSuccessfulSyncAt ?? null;
}

/** The last sync before and after work that is done an hour later. */
async function anHourLater(work: () => Promise<TestAnswer>) {
  const before = await lastSync();
  await moveClock(api.database.ownerUrl, HOUR);
  const { status } = await work();
  const after = await lastSync();
  const seconds = (Date.parse(after ?? "") - Date.parse(before ?? "")) / 1_000;
  return { status, moved: after !== before, seconds };
}
