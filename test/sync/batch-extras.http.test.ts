import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { syncSnapshotSchema } from "../../contract/sync/snapshot-schema.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { oneOfEach, water } from "../factories/sync/phone-operations.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

describe("the cursor that a device sends", () => {
  const withCursor = async (phone: Phone, clientCursor: unknown) => {
    const body = syncBody(phone, [water(phone, { localId: randomUUID() })], { clientCursor });
    const { token, relationshipId } = phone;
    return api.call("POST", syncPath(relationshipId), { token, body });
  };

  test("needs no refetch if it is that of the last answer", async () => {
    const phone = await buildPhone(api, issuer);
    let { serverCursor } = await snapshot(api, phone);
    for (let sent = 0; sent < 2; sent += 1) {
      const data = syncAnswerSchema.parse((await withCursor(phone, serverCursor)).data);
      expect(data.refetch).toEqual([]);
      ({ serverCursor } = data);
    }
  });

  test("from before changes of others leads to a read from there: no answer's cursor skips anything silently", async () => {
    const phone = await buildPhone(api, issuer);
    const { serverCursor } = await snapshot(api, phone);
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    const { habit } = phone.agenda;
    await sync(api, other, [queued("quick-log.complete-task", { taskId: habit.id })]);
    const data = syncAnswerSchema.parse((await withCursor(phone, serverCursor)).data);
    const { relationshipId: entityId, deviceId } = phone;
    const path = `${syncPath(entityId)}?deviceId=${deviceId}&since=${serverCursor}`;
    expect(data.refetch).toEqual([{ entityType: "scope", entityId, path, reason: "CHANGED" }]);
    const { data: read } = await api.call("GET", path, { token: phone.token });
    const { changes } = syncSnapshotSchema.parse(read);
    expect(changes.map((change) => change.entityId)).toContain(habit.id);
    const next = syncAnswerSchema.parse((await withCursor(phone, data.serverCursor)).data);
    expect(next.refetch).toEqual([]);
  });

  test("never fails the batch if it is invalid, and leads to a full read", async () => {
    const phone = await buildPhone(api, issuer);
    const other = await snapshot(api, await buildPhone(api, issuer));
    for (const cursor of ["x", "1.e30.AAAA", other.serverCursor, "", null]) {
      const data = syncAnswerSchema.parse((await withCursor(phone, cursor)).data);
      expect(data.refetch).toEqual([
        {
          entityType: "scope",
          entityId: phone.relationshipId,
          path: `${syncPath(phone.relationshipId)}?deviceId=${phone.deviceId}`,
          reason: "CURSOR",
        },
      ]);
    }
  });

  test("may be absent without a refetch, because a device without a cursor skips nothing", async () => {
    const phone = await buildPhone(api, issuer);
    const data = syncAnswerSchema.parse((await withCursor(phone, undefined)).data);
    expect(data.refetch).toEqual([]);
  });

  test("is malformed if it is not a text", async () => {
    const phone = await buildPhone(api, issuer);
    for (const cursor of [5, {}, "x".repeat(1025)]) {
      expect(refusalOf(await withCursor(phone, cursor))).toMatchObject({
        status: 400,
        pointers: ["/clientCursor"],
      });
    }
  });
});

describe("the outbox report of a device", () => {
  const health = { depth: 3, oldestRecordedAt: null, rejected: 1, conflicted: 0 };
  const outboxOf = async ({ deviceId }: Phone) => {
    const { rows } = await sql<Record<string, unknown>>`
      select outbox_depth as depth, outbox_rejected as rejected from device_seen
      where device_id = ${deviceId}`.execute(api.deps.database.em.fork().getKysely());
    return rows[0];
  };

  test("is stored until the operations are answered, and stays if the next request has none", async () => {
    const phone = await buildPhone(api, issuer);
    const body = syncBody(phone, [water(phone)], { outbox: health });
    await api.call("POST", syncPath(phone.relationshipId), { token: phone.token, body });
    expect(await outboxOf(phone)).toEqual({ depth: 2, rejected: 1 });
    await sync(api, phone, oneOfEach(phone));
    await ask(api, phone);
    expect(await outboxOf(phone)).toEqual({ depth: 2, rejected: 1 });
  });

  test.each([
    ["no object", "full"],
    ["a negative number", { ...health, depth: -1 }],
    ["an unknown field", { ...health, color: "red" }],
    ["an invalid day", { ...health, oldestRecordedAt: "0000-01-01T00:00:00Z" }],
  ])("that is malformed (%s) is dropped and never fails the batch", async (_name, outbox) => {
    const phone = await buildPhone(api, issuer);
    const body = syncBody(phone, [water(phone)], { outbox });
    const answer = await api.call("POST", syncPath(phone.relationshipId), {
      token: phone.token,
      body,
    });
    expect(syncAnswerSchema.parse(answer.data).results[0]?.status).toBe("ACCEPTED");
    expect(await outboxOf(phone)).toEqual({ depth: null, rejected: null });
  });

  test("is dropped likewise if an operation's diagnostics are malformed", async () => {
    const phone = await buildPhone(api, issuer);
    for (const diagnostics of ["x", { nested: {} }, { long: "x".repeat(201) }]) {
      const operation = { ...water(phone, { localId: randomUUID() }), metadata: { diagnostics } };
      const answer = await send(api, phone, [operation]);
      expect(answer.status).toBe(200);
    }
  });

  test("is counted when it is dropped", async () => {
    const counted = async () => {
      const text = await api.deps.metrics.metrics();
      const of = (part: string) =>
        Number(
          new RegExp(`^sideline_sync_dropped_diagnostics_total{part="${part}"} (\\d+)`, "m").exec(
            text,
          )?.[1] ?? 0,
        );
      return { outbox: of("outbox"), diagnostics: of("diagnostics") };
    };
    const phone = await buildPhone(api, issuer);
    const before = await counted();
    const odd = { ...water(phone), metadata: { diagnostics: "x" } };
    const fine = { ...water(phone), metadata: { diagnostics: { retries: 2 }, locale: "de" } };
    const operations = [odd, fine, water(phone), odd];
    for (const outbox of ["full", null, undefined]) {
      const body = syncBody(phone, operations, { outbox });
      await api.call("POST", syncPath(phone.relationshipId), { token: phone.token, body });
    }
    expect(await counted()).toEqual({
      outbox: before.outbox + 1,
      diagnostics: before.diagnostics + 6,
    });
  });
});
