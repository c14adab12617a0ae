import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { ask, buildPhone, type Phone, refusalOf, snapshot, sync } from "../factories/sync/phone.ts";
import { oneOfEach } from "../factories/sync/phone-operations.ts";
import { retention } from "../../workers/retention.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const DAY = 86_400;
const EXPIRED = { status: 410, code: "CURSOR_EXPIRED" };

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
afterEach(() => moveClock(api.database.ownerUrl, 0));
afterAll(async () => {
  await owner.end();
});
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
});

/** Makes a change; each number makes a different one. */
const change = (number: 0 | 1) => sync(api, phone, oneOfEach(phone).slice(number, number + 1));

describe("a change in a scope that is older than the lifetime of a cursor", () => {
  test("is pruned, and an older cursor is expired, never answered with a delta that skips it", async () => {
    const { serverCursor: since } = await snapshot(api, phone);
    await change(0);
    await moveClock(api.database.ownerUrl, (SERVER_CURSOR_DAYS + 1) * DAY + 60);
    expect((await prune()).deletedCount).toBeGreaterThan(0);
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(EXPIRED);
    const fresh = await snapshot(api, phone);
    expect((await snapshot(api, phone, { since: fresh.serverCursor })).changes).toEqual([]);
    await change(1);
    const { changes } = await snapshot(api, phone, { since: fresh.serverCursor });
    expect(changes).toHaveLength(1);
  });

  test("exists for the whole lifetime of a cursor from just before it", async () => {
    const { serverCursor: since } = await snapshot(api, phone);
    await change(0);
    await moveClock(api.database.ownerUrl, SERVER_CURSOR_DAYS * DAY - 60);
    await prune();
    expect((await snapshot(api, phone, { since })).changes).toHaveLength(1);
  });

  test("that is missing for any other reason expires a young cursor too", async () => {
    const { serverCursor: since } = await snapshot(api, phone);
    await change(0);
    await change(1);
    const { serverCursor: later } = await snapshot(api, phone);
    const { relationshipId } = phone;
    await owner.query(
      `delete from scope_change where relationship_id = $1
         and seq = (select max(seq) - 1 from scope_change where relationship_id = $1)`,
      [relationshipId],
    );
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(EXPIRED);
    expect((await ask(api, phone, { since: later })).status).toBe(200);
  });
});

function prune() {
  return pruneRecords({ em: api.deps.database.em, retention }, { records: "SCOPE_CHANGES" });
}
