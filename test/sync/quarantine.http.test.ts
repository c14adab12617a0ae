import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  quarantinePageSchema,
  redrivenSchema,
} from "../../contract/sync/support/support-schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { buildQuarantined } from "../factories/sync/quarantined.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import {
  complete,
  useSupportDesk,
  REASON,
  skip,
  submitting,
} from "../factories/sync/support-desk.ts";
import type { TestRequest } from "../harness/api.ts";

const QUARANTINE = "/api/v1/support/quarantine";
const DAY_SECONDS = 24 * 60 * 60;

const desk = await useSupportDesk();

const newPhone = () => buildPhone(desk.api, desk.issuer);

const isListed = async (id: string) => (await listed()).some(({ receiptId }) => receiptId === id);

describe("GET /support/quarantine", () => {
  test("shows operations that crashed three times, oldest first, without their content; audited", async () => {
    const phone = await newPhone();
    const operation = skip(phone, "secret words");
    const first = await quarantined(phone, operation);
    const second = await quarantined(phone, complete(phone));
    const items = await listed(1);
    const ids = items.map(({ receiptId }) => receiptId);
    expect(ids.filter((id) => [first, second].includes(id))).toEqual([first, second]);
    expect(items.find(({ receiptId }) => receiptId === first)).toEqual({
      receiptId: first,
      deviceId: phone.deviceId,
      lineageId: phone.deviceId,
      relationshipId: phone.relationshipId,
      clientOperationId: operation.clientOperationId,
      operationType: "quick-log.skip",
      operationVersion: 1,
      faultClass: "TypeError",
      attempts: 3,
      diagnosticsRef: expect.any(String),
      firstCrashedAt: expect.any(String),
      quarantinedAt: expect.any(String),
      redrivable: true,
    });
    const { text } = await desk.ask("quarantine.read", QUARANTINE);
    expect(text).not.toContain("secret");
    const { rows } = await desk.owner.query(
      "select reason, role from support_access_audit where kind = 'QUARANTINE'",
    );
    expect(rows).toContainEqual({ reason: REASON, role: "support" });
  });

  test("needs the permission, a reason and a cursor of its own", async () => {
    const phone = await newPhone();
    expect(refusalOf(await desk.api.call("GET", QUARANTINE))).toBe("401 UNAUTHENTICATED");
    for (const token of [phone.token, desk.tokenFor("quarantine.redrive")])
      expect(refusalOf(await desk.ask("quarantine.read", QUARANTINE, { token }))).toBe(
        "403 FORBIDDEN",
      );
    const bare = await desk.ask("quarantine.read", QUARANTINE, { headers: {} });
    expect(refusalOf(bare)).toBe("400 REASON_REQUIRED");
    const odd = await desk.ask("quarantine.read", `${QUARANTINE}?cursor=nonsense`);
    expect(refusalOf(odd)).toBe("400 CURSOR_INVALID");
    const token = await staffToken(desk.issuer, "admin");
    expect((await desk.ask("quarantine.read", QUARANTINE, { token })).status).toBe(200);
  });
});

describe("POST /support/quarantine/{receiptId}/redrive", () => {
  test("admits it again as a new operation of its client, who gets the verdict", async () => {
    const phone = await newPhone();
    const operation = complete(phone);
    const receiptId = await quarantined(phone, operation);
    const answer = await redrive(receiptId);
    const { result, deviceId } = redrivenSchema.parse(answer.data);
    expect(deviceId).toBe(phone.deviceId);
    expect(result).toMatchObject({ status: "ACCEPTED", acceptedRevision: 2 });
    expect(result.clientOperationId).not.toBe(operation.clientOperationId);
    const { receipts } = await snapshot(desk.api, phone);
    expect(receipts).toMatchObject([
      { receiptId: result.receiptId, status: "ACCEPTED", operationType: operation.operationType },
      { receiptId, rejectionCode: "OPERATION_QUARANTINED" },
    ]);
    const again = await sync(desk.api, phone, [operation]);
    expect(again.results[0]).toMatchObject({ receiptId, rejectionCode: "OPERATION_QUARANTINED" });
    expect(await isListed(receiptId)).toBe(false);
    const path = `/api/v1/support/devices/${phone.deviceId}/rejected-operations`;
    const { data } = await desk.ask("rejected-operations.read", path);
    expect(data).toMatchObject({ items: [{ fault: { redrivenAs: result.clientOperationId } }] });
  });

  test("twice is the same new operation, with the same key and with another; each is audited", async () => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone);
    const key = randomUUID();
    const first = await redrive(receiptId, { key });
    const replayed = await redrive(receiptId, { key });
    expect(replayed.data).toEqual(first.data);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    const other = { key, body: { reason: "another" } };
    expect(refusalOf(await redrive(receiptId, other))).toBe("422 IDEMPOTENCY_KEY_REUSED");
    const { result } = redrivenSchema.parse(first.data);
    expect(await redriven(receiptId)).toEqual({ ...result, status: "ALREADY_ACCEPTED" });
    const audits = await desk.auditsOf(phone.deviceId);
    expect(audits.map(({ kind, receiptId: id, reason }) => [kind, id, reason])).toEqual([
      ["REDRIVE", receiptId, REASON],
      ["REDRIVE", receiptId, REASON],
    ]);
  });

  test("on eight connections at once makes one new operation", async () => {
    for (let round = 0; round < 10; round += 1) {
      const phone = await newPhone();
      const receiptId = await quarantined(phone);
      const results = await Promise.all(Array.from({ length: 8 }, () => redriven(receiptId)));
      expect(new Set(results.map((result) => result.receiptId)).size).toBe(1);
      expect(results.filter(({ status }) => status === "ACCEPTED")).toHaveLength(1);
      expect(results.filter(({ status }) => status === "ALREADY_ACCEPTED")).toHaveLength(7);
      expect((await snapshot(desk.api, phone)).receipts).toHaveLength(2);
    }
  });

  test("judges it now: a change meanwhile is a conflict, with its receipt", async () => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone, complete(phone));
    const second = { ...phone, deviceId: await registeredDevice(desk.api, phone.token) };
    await sync(desk.api, second, [complete(phone)]);
    expect(await redriven(receiptId)).toMatchObject({
      status: "CONFLICT",
      category: "STALE_REVISION",
      receiptId: expect.any(String),
    });
    expect(await isListed(receiptId)).toBe(false);
  });

  test("of an installation registered again answers its present device", async () => {
    const installationId = randomUUID();
    const phone = await newPhone();
    const former = await registeredDevice(desk.api, phone.token, { installationId });
    const receiptId = await quarantined({ ...phone, deviceId: former });
    const deviceId = await registeredDevice(desk.api, phone.token, { installationId });
    const { result, ...place } = redrivenSchema.parse((await redrive(receiptId)).data);
    expect(place).toEqual({ receiptId, deviceId });
    const { receipts } = await snapshot(desk.api, { ...phone, deviceId });
    expect(receipts).toMatchObject([{ receiptId: result.receiptId, status: "ACCEPTED" }]);
  });

  test("needs the permission, a reason, a key, and a receipt of the quarantine", async () => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone);
    const { results } = await sync(desk.api, phone, [complete(phone)]);
    const path = `${QUARANTINE}/${receiptId}/redrive`;
    expect(refusalOf(await desk.api.call("POST", path))).toBe("401 UNAUTHENTICATED");
    for (const token of [phone.token, phone.pair.coachToken, desk.tokenFor("quarantine.read")])
      expect(refusalOf(await redrive(receiptId, { token }))).toBe("403 FORBIDDEN");
    const token = desk.tokenFor("quarantine.redrive");
    const keyless = await desk.api.call("POST", path, { token, body: { reason: REASON } });
    expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
    for (const body of [{}, { reason: " " }, { reason: REASON, payload: {} }])
      expect(refusalOf(await redrive(receiptId, { body }))).toBe("400 VALIDATION_FAILED");
    for (const unknown of [randomUUID(), results[0]?.receiptId ?? "", phone.deviceId])
      expect(refusalOf(await redrive(unknown))).toBe("404 NOT_FOUND");
    expect(await desk.auditsOf(phone.deviceId)).toEqual([]);
    const asAdmin = await redrive(receiptId, { token: await staffToken(desk.issuer, "admin") });
    expect(asAdmin.status).toBe(200);
  });
});

describe("an operation stays in quarantine unchanged if", () => {
  const em = () => desk.api.deps.database.em;

  test.each(["PAUSED", "ENDED"] as const)("its relationship is %s", async (status) => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone);
    await setRelationshipStatus(em(), phone.relationshipId, status);
    expect(refusalOf(await redrive(receiptId))).toBe("403 RELATIONSHIP_INACTIVE");
    expect(await isListed(receiptId)).toBe(true);
    expect(await desk.auditsOf(phone.deviceId)).toEqual([]);
  });

  test("its client's account is suspended", async () => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone);
    const suspend = "update app_user set status = 'SUSPENDED' where id = $1";
    await desk.owner.query(suspend, [phone.pair.client.userId]);
    expect(refusalOf(await redrive(receiptId))).toBe("409 STATE_CONFLICT");
    expect(await isListed(receiptId)).toBe(true);
  });

  test("its envelope is 90 days old, or gone", async () => {
    const phone = await newPhone();
    const receiptId = await quarantined(phone);
    await moveClock(desk.api.database.ownerUrl, 90 * DAY_SECONDS + 60);
    expect(refusalOf(await redrive(receiptId))).toBe("409 STATE_CONFLICT");
    const item = (await listed()).find((one) => one.receiptId === receiptId);
    expect(item?.redrivable).toBe(false);
    await moveClock(desk.api.database.ownerUrl, 0);
    await desk.owner.query("update deferred_operation set envelope = '' where device_id = $1", [
      phone.deviceId,
    ]);
    expect(refusalOf(await redrive(receiptId))).toBe("409 STATE_CONFLICT");
    expect((await snapshot(desk.api, phone)).receipts).toHaveLength(1);
  });
});

function quarantined(phone: Phone, operation = skip(phone, "secret words")) {
  return buildQuarantined(desk.api.deps.database.em, submitting(phone), operation);
}

function redrive(receiptId: string, request: TestRequest = {}) {
  return desk.api.call("POST", `${QUARANTINE}/${receiptId}/redrive`, {
    token: desk.tokenFor("quarantine.redrive"),
    key: randomUUID(),
    body: { reason: REASON },
    ...request,
  });
}

async function redriven(receiptId: string) {
  return redrivenSchema.parse((await redrive(receiptId)).data).result;
}

/** Everything in quarantine, page by page. */
async function listed(limit = 100) {
  const items = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = cursor === "" ? "" : `&cursor=${cursor}`;
    const { data } = await desk.ask("quarantine.read", `${QUARANTINE}?limit=${limit}${query}`);
    const page = quarantinePageSchema.parse(data);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
