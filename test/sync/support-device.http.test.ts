import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  rawPayloadSchema,
  rejectedOperationPageSchema,
  supportDeviceSchema,
  supportReceiptPageSchema,
} from "../../contract/sync/support/support-schema.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildPhone, send, sync } from "../factories/sync/phone.ts";
import { buildQuarantined, crashingFeatures } from "../factories/sync/quarantined.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import {
  busyPhone,
  complete,
  useSupportDesk,
  REASON,
  skip,
  submitting,
} from "../factories/sync/support-desk.ts";
import { admissionDeps, submit } from "../factories/sync/sync.ts";

const devicePath = (id: string) => `/api/v1/support/devices/${id}`;
const receiptsPath = (id: string) => `${devicePath(id)}/receipts`;
const rejectedPath = (id: string) => `${devicePath(id)}/rejected-operations`;
const payloadPath = (id: string) => `/api/v1/support/operations/${id}/payload`;

/** The four reads, each with its permission. */
const READS = [
  ["devices.read", devicePath],
  ["receipts.read", receiptsPath],
  ["rejected-operations.read", rejectedPath],
  ["payloads.read", payloadPath],
] as const;

const desk = await useSupportDesk();

describe("the reads of a device by support", () => {
  test.each(READS)(
    "need their own permission, a reason and an existing id: %s",
    async (permission, pathOf) => {
      const { phone, receiptIds } = await busyPhone(desk);
      const ofReceipt = permission === "payloads.read";
      const id = ofReceipt ? (receiptIds[0] ?? "") : phone.deviceId;
      const path = pathOf(id);
      expect(
        refusalOf(await desk.api.call("GET", path, { headers: { "X-Access-Reason": REASON } })),
      ).toBe("401 UNAUTHENTICATED");
      for (const [other] of READS.filter(([one]) => one !== permission))
        expect(refusalOf(await desk.ask(other, path))).toBe("403 FORBIDDEN");
      for (const token of [
        phone.token,
        phone.pair.coachToken,
        await staffToken(desk.issuer, "support"),
      ])
        expect(refusalOf(await desk.ask(permission, path, { token }))).toBe("403 FORBIDDEN");
      expect(refusalOf(await desk.ask(permission, path, { headers: {} }))).toBe(
        "400 REASON_REQUIRED",
      );
      expect(refusalOf(await desk.ask(permission, pathOf("nonsense")))).toBe(
        "400 VALIDATION_FAILED",
      );
      expect(refusalOf(await desk.ask(permission, pathOf(randomUUID())))).toBe("404 NOT_FOUND");
      // An id of the other kind is unknown like any other.
      const misplaced = ofReceipt ? phone.deviceId : (receiptIds[0] ?? "");
      expect(refusalOf(await desk.ask(permission, pathOf(misplaced)))).toBe("404 NOT_FOUND");
      expect(await desk.auditsOf(phone.deviceId)).toEqual([]);
      const first = await desk.ask(permission, path);
      expect(first.status).toBe(200);
      expect((await desk.ask(permission, path)).data).toEqual(first.data);
      const token = await staffToken(desk.issuer, "admin");
      expect((await desk.ask(permission, path, { token })).data).toEqual(first.data);
      const audits = await desk.auditsOf(phone.deviceId);
      expect(new Set(audits.map(({ reason }) => reason))).toEqual(new Set([REASON]));
    },
  );

  test("show the device with all its pending work", async () => {
    const { phone } = await busyPhone(desk);
    const { em } = desk.api.deps.database;
    await buildQuarantined(em, submitting(phone), skip(phone, "crashes"));
    await submit(admissionDeps(em, crashingFeatures), submitting(phone), [
      skip(phone, "crashes too"),
    ]);
    const wrong = { ...complete(phone), payloadChecksum: `sha-256:${"0".repeat(64)}` };
    await submit(admissionDeps(em), submitting(phone), [
      wrong,
      { ...wrong, clientOperationId: "w" },
    ]);
    const outbox = {
      depth: 3,
      oldestRecordedAt: "2026-01-05T08:00:00.000Z",
      rejected: 1,
      conflicted: 0,
    };
    const clientSentAt = new Date().toISOString();
    const operations = [complete(phone)];
    const body = { deviceId: phone.deviceId, operations, outbox, clientSentAt };
    await send(desk.api, phone, [], { token: phone.token, body });
    const answer = await desk.ask("devices.read", devicePath(phone.deviceId));
    expect(supportDeviceSchema.parse(answer.data)).toMatchObject({
      deviceId: phone.deviceId,
      lineageId: phone.deviceId,
      userId: phone.pair.client.userId,
      appSurface: "CLIENT_MOBILE",
      status: "ACTIVE",
      lastSuccessfulSyncAt: expect.any(String),
      // The remaining outbox once the batch was admitted.
      outbox: { ...outbox, depth: 2 },
      clock: { offsetMs: expect.any(Number), roundTripMs: null, readAt: expect.any(String) },
      deferredOperations: [{ reason: "FAULT", count: 1, nextAttemptAt: expect.any(String) }],
      quarantinedCount: 1,
      checksumMismatches: 2,
      batches: { notSettled: 5, failing: 0, oldestAdmittedAt: expect.any(String) },
      chain: { seq: 4, hash: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(await desk.auditsOf(phone.deviceId)).toMatchObject([
      {
        kind: "DEVICE",
        receiptId: null,
        role: "support",
        actor: expect.stringMatching(/^identity:/),
      },
    ]);
  });
});

describe("receipts, as support reads them,", () => {
  test("are redacted and paged, and the audit cites each of them", async () => {
    const { phone, operations, receiptIds } = await busyPhone(desk);
    const path = receiptsPath(phone.deviceId);
    const first = await desk.ask("receipts.read", `${path}?limit=1`);
    expect(first.text).not.toContain("knee");
    const page = supportReceiptPageSchema.parse(first.data);
    expect(page.items).toMatchObject([
      {
        receiptId: receiptIds[1],
        clientOperationId: operations[1]?.clientOperationId,
        status: "CONFLICT",
        code: "REVISION_AHEAD",
        chainSeq: 2,
      },
    ]);
    expect((await desk.auditsOf(phone.deviceId)).map((row) => row.receiptId)).toEqual([
      receiptIds[1],
    ]);
    const cursor = page.nextCursor ?? "";
    const second = await desk.ask("receipts.read", `${path}?limit=1&cursor=${cursor}`);
    expect(supportReceiptPageSchema.parse(second.data)).toMatchObject({
      items: [{ receiptId: receiptIds[0], status: "ACCEPTED", code: null, acceptedRevision: 2 }],
      nextCursor: null,
    });
    const { phone: other } = await busyPhone(desk);
    const foreign = await desk.ask(
      "receipts.read",
      `${receiptsPath(other.deviceId)}?cursor=${cursor}`,
    );
    expect(refusalOf(foreign)).toBe("400 CURSOR_INVALID");
    const tampered = await desk.ask("receipts.read", `${path}?cursor=${cursor}x`);
    expect(refusalOf(tampered)).toBe("400 CURSOR_INVALID");
  });

  test("are an empty page for a device that never synced, audited nonetheless", async () => {
    const phone = await buildPhone(desk.api, desk.issuer);
    const { data } = await desk.ask("receipts.read", receiptsPath(phone.deviceId));
    expect(data).toEqual({ items: [], nextCursor: null, batches: [] });
    expect(await desk.auditsOf(phone.deviceId)).toMatchObject([
      { kind: "RECEIPTS", receiptId: null },
    ]);
  });
});

describe("rejected operations, as support reads them,", () => {
  test("show category, reference, how they crashed, and whether the payload is stored", async () => {
    const { phone, receiptIds } = await busyPhone(desk);
    const { em } = desk.api.deps.database;
    const quarantined = await buildQuarantined(em, submitting(phone), skip(phone, "crash me"));
    const answer = await desk.ask("rejected-operations.read", rejectedPath(phone.deviceId));
    expect(answer.text).not.toContain("crash me");
    const { items } = rejectedOperationPageSchema.parse(answer.data);
    expect(items).toMatchObject([
      {
        receiptId: quarantined,
        code: "OPERATION_QUARANTINED",
        category: "LIFECYCLE_CLOSED",
        fault: { faultClass: "TypeError", attempts: 3, redrivenAs: null },
        payloadKept: true,
      },
      {
        receiptId: receiptIds[1],
        code: "REVISION_AHEAD",
        category: "STALE_REVISION",
        diagnosticsRef: receiptIds[1],
        latestRevision: 1,
        fault: null,
      },
    ]);
  });
});

const DAY_SECONDS = 24 * 60 * 60;

describe("a raw payload", () => {
  test("is the operation byte for byte, at each place in its batch, and never logged", async () => {
    const { phone, operations, receiptIds } = await busyPhone(desk);
    desk.log.length = 0;
    for (const [ordinal, receiptId] of receiptIds.entries()) {
      const answer = await desk.ask("payloads.read", payloadPath(receiptId));
      expect(rawPayloadSchema.parse(answer.data)).toEqual({
        receiptId,
        deviceId: phone.deviceId,
        relationshipId: phone.relationshipId,
        clientOperationId: operations[ordinal]?.clientOperationId,
        receivedAt: expect.any(String),
        operation: operations[ordinal],
      });
    }
    expect(desk.log.join("")).not.toMatch(/knee|of Ana|Ana Silva|Ticket 12/);
    const audits = await desk.auditsOf(phone.deviceId);
    expect(audits.map(({ kind, receiptId: id }) => [kind, id])).toEqual(
      receiptIds.map((id) => ["PAYLOAD", id]),
    );
  });

  test("with forbidden content was never stored: a pointer shows where it was", async () => {
    const phone = await buildPhone(desk.api, desk.issuer);
    const secret = "Bearer abcdefghijklmnopqrstuvwxyz";
    const { results } = await sync(desk.api, phone, [skip(phone, secret)]);
    const answer = await desk.ask("payloads.read", payloadPath(results[0]?.receiptId ?? ""));
    expect(answer.text).not.toContain(secret);
    expect(answer.data).toMatchObject({ operation: { payload: null, withheld: "/payload/note" } });
  });

  test("is gone once it is 90 days old, and once it was pruned", async () => {
    const { phone, receiptIds } = await busyPhone(desk);
    const [receiptId = ""] = receiptIds;
    await moveClock(desk.api.database.ownerUrl, 90 * DAY_SECONDS + 60);
    expect(refusalOf(await desk.ask("payloads.read", payloadPath(receiptId)))).toBe(
      "404 NOT_FOUND",
    );
    const kept = await desk.ask(
      "rejected-operations.read",
      `/api/v1/support/devices/${phone.deviceId}/rejected-operations`,
    );
    expect(kept.data).toMatchObject({ items: [{ payloadKept: false }] });
    await moveClock(desk.api.database.ownerUrl, 0);
    expect((await desk.ask("payloads.read", payloadPath(receiptId))).status).toBe(200);
    await desk.owner.query("delete from sync_request");
    expect(refusalOf(await desk.ask("payloads.read", payloadPath(receiptId)))).toBe(
      "404 NOT_FOUND",
    );
  });
});
