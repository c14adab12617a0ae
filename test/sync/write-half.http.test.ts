import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { oneOfEach, water } from "../factories/sync/phone-operations.ts";
import { countReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const resultsText = (text: string) => /"results":(\[.*\]),"serverCursor"/.exec(text)?.[1] ?? "";

describe("a batch", () => {
  test("gets its verdicts in the order sent, with a cursor and the state of the scope", async () => {
    const phone = await buildPhone(api, issuer);
    const operations = oneOfEach(phone);
    const answer = await send(api, phone, operations);
    expect(answer.status).toBe(200);
    const data = syncAnswerSchema.parse(answer.data);
    expect(data.results.map(({ clientOperationId }) => clientOperationId)).toEqual(
      operations.map(({ clientOperationId }) => clientOperationId),
    );
    expect(data).toMatchObject({
      results: [
        { status: "ACCEPTED", acceptedRevision: 2, receiptId: expect.any(String) },
        {
          status: "ACCEPTED",
          canonicalIds: [{ localId: "water-1", entityType: "quick_log_value_entry" }],
        },
        { status: "ACCEPTED", refetch: [{ entityType: "agenda_task", reason: "CHANGED" }] },
        {
          status: "CONFLICT",
          category: "STALE_REVISION",
          conflictCode: "STALE_REVISION",
          latestRevision: 2,
          allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
          refetch: [{ entityId: phone.agenda.meal.id, reason: "STALE" }],
        },
        {
          status: "REJECTED",
          category: "PAYLOAD_INVALID",
          rejectionCode: "TASK_UNKNOWN",
          messageKey: "sync.task-unknown",
          message: "Diese Aufgabe gibt es nicht.",
          diagnosticsRef: expect.any(String),
        },
        { status: "REFETCH_REQUIRED", rejectionCode: "OPERATION_UNKNOWN", receiptId: null },
      ],
      scopeState: "ACTIVE",
      // It sent no cursor, and a device without a cursor skips nothing.
      refetch: [],
    });
  });

  test("replayed gives the same receipts, byte for byte except for ALREADY_ACCEPTED", async () => {
    const phone = await buildPhone(api, issuer);
    const operations = oneOfEach(phone).slice(0, -1);
    const first = resultsText((await send(api, phone, operations)).text);
    const second = resultsText((await send(api, phone, operations)).text);
    expect(first).toContain('"status":"ACCEPTED"');
    expect(second).toBe(first.replaceAll('"status":"ACCEPTED"', '"status":"ALREADY_ACCEPTED"'));
    expect(await count("sync_batch", phone)).toBe(1);
    expect(await countValues(phone)).toBe(1);
  });

  test("split differently has its operations replayed one by one", async () => {
    const phone = await buildPhone(api, issuer);
    const operations = oneOfEach(phone).slice(0, 3);
    const { results } = await sync(api, phone, operations);
    for (const [index, operation] of operations.entries()) {
      const again = await sync(api, phone, [operation]);
      expect(again.results[0]?.receiptId).toBe(results[index]?.receiptId);
    }
    expect(await countReceipts(api.deps.database.em, phone)).toBe(3);
  });

  test("on eight connections at once gives one set of receipts and one effect", async () => {
    const phone = await buildPhone(api, issuer);
    const operations = oneOfEach(phone).slice(0, 5);
    const patient = async () => {
      for (;;) {
        const answer = await send(api, phone, operations);
        if (answer.status === 200) return syncAnswerSchema.parse(answer.data);
        // Only two of a device may wait in one process; the others get a retry time.
        expect(refusalOf(answer)).toMatchObject({ status: 503, code: "UNAVAILABLE" });
        expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const answers = await Promise.all(Array.from({ length: 8 }, patient));
    const receipts = answers.map(({ results }) => results.map(({ receiptId }) => receiptId).join());
    expect(new Set(receipts).size).toBe(1);
    const first = answers.filter(({ results }) => results[0]?.status === "ACCEPTED");
    expect(first).toHaveLength(1);
    expect(await countReceipts(api.deps.database.em, phone)).toBe(5);
    expect(await countValues(phone)).toBe(1);
  });

  test("records when the device was last here, as does the read half", async () => {
    const phone = await buildPhone(api, issuer);
    const lastSync = async () => {
      const { text } = await api.call("GET", "/api/v1/client/devices", { token: phone.token });
      return /"lastSuccessfulSyncAt":(null|"[^"]+")/.exec(text)?.[1];
    };
    expect(await lastSync()).toBe("null");
    await snapshot(api, phone);
    const afterRead = await lastSync();
    expect(afterRead).not.toBe("null");
    await sync(api, phone, oneOfEach(phone));
    expect(String(await lastSync()) > String(afterRead)).toBe(true);
  });

  test("of 50 operations is admitted completely", async () => {
    const phone = await buildPhone(api, issuer);
    const operations = Array.from({ length: 50 }, (_, index) =>
      water(phone, { recordedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString() }),
    );
    const { results } = await sync(api, phone, operations);
    expect(results.every(({ status }) => status === "ACCEPTED")).toBe(true);
    expect(results.map(({ acceptedRevision }) => acceptedRevision)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 2),
    );
  });
});

describe("two devices of one client", () => {
  test("with equal operation ids have two operations; the later one sees the changes", async () => {
    const phone = await buildPhone(api, issuer);
    const second = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    const { meal } = phone.agenda;
    const [a, b] = meal.items;
    const one = queued("quick-log.complete-item", { taskId: meal.id, itemId: a?.id });
    const other = {
      ...queued("quick-log.complete-item", { taskId: meal.id, itemId: b?.id }),
      clientOperationId: one.clientOperationId,
    };
    await sync(api, phone, [one]);
    const { results } = await sync(api, second, [other]);
    expect(results[0]).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      rebaseable: true,
      conflict: { changedBy: "CLIENT", sinceRevision: 1, rebaseRevision: 2 },
    });
    const rebased = { ...other, clientOperationId: randomUUID(), expectedRevision: 2 };
    expect((await sync(api, second, [rebased])).results[0]?.status).toBe("ACCEPTED");
  });

  test("get the same receipt if a phone registers anew after a lost answer", async () => {
    const phone = await buildPhone(api, issuer);
    const installationId = randomUUID();
    const before = {
      ...phone,
      deviceId: await registeredDevice(api, phone.token, { installationId }),
    };
    const operations = [water(phone)];
    const first = await sync(api, before, operations);
    const after = {
      ...phone,
      deviceId: await registeredDevice(api, phone.token, { installationId }),
    };
    const again = await sync(api, after, operations);
    expect(again.results[0]).toEqual({ ...first.results[0], status: "ALREADY_ACCEPTED" });
  });
});

async function count(table: string, { relationshipId }: Phone): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where relationship_id = ${relationshipId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

async function countValues({ relationshipId }: Phone): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from quick_log_operation
    where relationship_id = ${relationshipId} and source_type is not null
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0]?.n ?? 0;
}
