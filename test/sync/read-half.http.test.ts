import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await owner.end();
});

const unknownTask = () => queued("quick-log.complete-task", { taskId: randomUUID() });

describe("the read half", () => {
  test("of an empty scope shows no assignment, no logs, no receipts, and a cursor", async () => {
    const phone = await buildPhone(api, issuer);
    expect(await snapshot(api, phone)).toEqual({
      assignment: null,
      workoutLogs: [],
      receipts: [],
      changes: [],
      slices: expect.any(Array),
      scopeState: "ACTIVE",
      nextCursor: null,
      serverCursor: expect.any(String),
    });
  });

  test("has no logs and no next page until there are some, and says once that there is no program", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await sync(api, phone, [complete(phone)]);
    const none = { workoutLogs: [], nextCursor: null };
    for (const query of [
      {},
      { since },
      { limit: "1" },
      { since, limit: "100", digests: "scope" },
    ]) {
      const answer = await snapshot(api, phone, query);
      expect(answer).toMatchObject(none);
      expect(answer.assignment).toBe("since" in query ? undefined : null);
    }
  });

  test("shows the receipts of the asking device only, newest first, at most fifty", async () => {
    const phone = await buildPhone(api, issuer);
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    const operations = Array.from({ length: 30 }, unknownTask);
    await sync(api, phone, operations);
    await sync(api, other, [complete(phone)]);
    const more = Array.from({ length: 30 }, unknownTask);
    await sync(api, phone, more);
    const sent = [...operations, ...more].map(({ clientOperationId }) => clientOperationId);
    const { receipts } = await snapshot(api, phone);
    expect(receipts.map(({ clientOperationId }) => clientOperationId)).toEqual(
      sent.toReversed().slice(0, 50),
    );
    expect((await snapshot(api, other)).receipts).toHaveLength(1);
  });

  test("gives each receipt its record, its times and the original answer", async () => {
    const phone = await buildPhone(api, issuer);
    const { results } = await sync(api, phone, [complete(phone), unknownTask()]);
    const { receipts } = await snapshot(api, phone);
    expect(receipts).toMatchObject([
      { ...results[1], acceptedAt: null, canonicalRecordId: null },
      {
        ...results[0],
        operationType: "quick-log.complete-task",
        operationVersion: 1,
        canonicalRecordId: phone.agenda.habit.id,
        acceptedAt: receipts[1]?.createdAt,
      },
    ]);
  });
});

describe("the changes since a cursor", () => {
  test("contain each record once, whoever changed it, and nothing if nothing changed", async () => {
    const phone = await buildPhone(api, issuer);
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    const { serverCursor: since } = await snapshot(api, phone);
    expect((await snapshot(api, phone, { since })).changes).toEqual([]);
    const { habit, meal } = phone.agenda;
    await sync(api, other, [complete(phone)]);
    const items = meal.items.map(({ id }) =>
      queued("quick-log.complete-item", { taskId: meal.id, itemId: id }),
    );
    for (const item of items) await sync(api, other, [item]);
    const later = await snapshot(api, phone, { since });
    expect(later.changes.map(({ entityId }) => entityId).toSorted()).toEqual(
      [habit.id, meal.id].toSorted(),
    );
    expect(later.changes[0]).toMatchObject({ entityType: "agenda_task", reason: "CHANGED" });
    expect((await snapshot(api, phone, { since: later.serverCursor })).changes).toEqual([]);
  });

  test("name where each record can be fetched, whatever its day", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await snapshot(api, phone);
    await sync(api, phone, [complete(phone)]);
    const { changes } = await snapshot(api, phone, { since });
    expect(changes.map(({ path }) => path)).toEqual([
      `/api/v1/client/today?date=${phone.agenda.localDate}`,
    ]);
  });

  test("do not contain refused operations", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await snapshot(api, phone);
    await sync(api, phone, [unknownTask(), note(phone, { expectedRevision: 0 })]);
    const later = await snapshot(api, phone, { since });
    expect(later.changes).toEqual([]);
    expect(later.receipts).toHaveLength(2);
  });

  test("continue from the cursor of a batch as from one of the read half", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await sync(api, phone, [complete(phone)]);
    expect((await snapshot(api, phone, { since })).changes).toEqual([]);
    await sync(api, phone, [note(phone)]);
    expect((await snapshot(api, phone, { since })).changes).toHaveLength(1);
  });
});

describe("a cursor", () => {
  const ENDED = { status: 410, code: "CURSOR_EXPIRED" };
  const INVALID = { status: 400, code: "CURSOR_INVALID" };

  test(`is valid for ${SERVER_CURSOR_DAYS} days`, async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor: since } = await snapshot(api, phone);
    await moveClock(api.database.ownerUrl, SERVER_CURSOR_DAYS * 86_400 - 60);
    expect((await ask(api, phone, { since })).status).toBe(200);
    await moveClock(api.database.ownerUrl, SERVER_CURSOR_DAYS * 86_400 + 60);
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(ENDED);
    await moveClock(api.database.ownerUrl, 0);
  });

  test("from another epoch of the database leads to a full refetch", async () => {
    const phone = await buildPhone(api, issuer);
    await sync(api, phone, [complete(phone)]);
    const { serverCursor: since } = await snapshot(api, phone);
    const set = (text: string, value: unknown) =>
      owner.query(`update relationship_scope set ${text} where relationship_id = $1`, [
        phone.relationshipId,
        value,
      ]);
    await set("seq = seq - $2::int", 1);
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(ENDED);
    await set("seq = seq + $2::int", 1);
    expect((await ask(api, phone, { since })).status).toBe(200);
    await set("epoch = $2", randomUUID());
    expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(ENDED);
  });

  test("that is malformed, or of another scope or list, is invalid", async () => {
    const phone = await buildPhone(api, issuer);
    const stranger = await buildPhone(api, issuer);
    const { serverCursor: foreign } = await snapshot(api, stranger);
    const { serverCursor: own } = await snapshot(api, phone);
    await registeredDevice(api, phone.token);
    const devices = await api.call("GET", "/api/v1/client/devices?limit=1", phone);
    const ofDevices = /"nextCursor":"([^"]+)"/.exec(devices.text)?.[1] ?? "";
    const [version, body = "", signature] = own.split(".");
    const position = Buffer.from(body, "base64url").toString();
    expect(position).toContain('"seq":2');
    const forged = Buffer.from(position.replace('"seq":2', '"seq":1')).toString("base64url");
    const tampered = [
      `${version}.${forged}.${signature}`,
      `2.${body}.${signature}`,
      `${own}.x`,
      own.slice(0, -1),
      "",
      "x",
    ];
    for (const since of [foreign, ofDevices, ...tampered]) {
      expect(refusalOf(await ask(api, phone, { since }))).toMatchObject(INVALID);
    }
  });

  test("in place of since is invalid, and since in place of it", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor } = await snapshot(api, phone);
    expect(refusalOf(await ask(api, phone, { cursor: serverCursor }))).toMatchObject(INVALID);
    const both = { since: serverCursor, cursor: serverCursor };
    expect(refusalOf(await ask(api, phone, both))).toMatchObject(INVALID);
  });
});

test.each([
  ["no device", { deviceId: "" }, "/query/deviceId"],
  ["a limit of 0", { limit: "0" }, "/query/limit"],
  ["a limit of 101", { limit: "101" }, "/query/limit"],
  ["an unknown parameter", { color: "red" }, "/query"],
  ["an invalid time", { clientSentAt: "yesterday" }, "/query/clientSentAt"],
  ["a cursor that is too long", { since: "x".repeat(1025) }, "/query/since"],
  ["an unknown slice", { digests: "scope,diary" }, "/query/digests/1/slice"],
  ["a slice without a name", { digests: "" }, "/query/digests/0/slice"],
  ["an invalid day", { digests: "agenda/2026-02-30" }, "/query/digests/0/slice"],
  ["an invalid digest", { digests: "scope=x" }, "/query/digests/0/digest"],
  ["a slice twice", { digests: "scope,receipts,scope" }, "/query/digests"],
  ["too many slices", { digests: "x".repeat(4_097) }, "/query/digests"],
])("a query of the read half is refused as malformed: %s", async (_name, query, pointer) => {
  const phone = await buildPhone(api, issuer);
  const answer = await ask(api, phone, query);
  expect(refusalOf(answer)).toMatchObject({ status: 400, pointers: [pointer] });
});

function note({ agenda }: Phone, changes = {}) {
  return queued("quick-log.skip", { taskId: agenda.meal.id, reason: "BUSY" }, changes);
}

function complete({ agenda }: Phone) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}
