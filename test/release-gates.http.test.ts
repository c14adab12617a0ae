import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { todaySchema } from "../contract/agenda/today-schema.ts";
import { registeredDeviceSchema } from "../contract/sync/device-schema.ts";
import type { Operation } from "../contract/sync/schema.ts";
import { endpoints } from "../api/endpoints.ts";
import { setRelationshipStatus } from "./factories/accounts/identity.ts";
import { begun, patch, photo, uploadState, uploaded } from "./factories/media/media.ts";
import { moveClock } from "./factories/db/move-clock.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  registrationBody,
  send,
  snapshot,
  sync,
} from "./factories/sync/phone.ts";
import { supporter } from "./factories/accounts/supporter.ts";
import { KEEP_PHOTO, photoFeature } from "./factories/media/photo-feature.ts";
import {
  acknowledge,
  acknowledgeBy,
  ordersIn,
  ordersOf,
  PURGED,
} from "./factories/sync/purge/purge-orders.ts";
import { queued } from "./factories/sync/sync.ts";
import { withFeatures } from "./factories/sync/features/with-features.ts";
import { type TestAnswer, type TestApi, startApi } from "./harness/api.ts";
import { type TestIssuer, startTestIssuer } from "./harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let owner: Client;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
  owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
  await issuer.close();
});

const REASON = { "X-Access-Reason": "Ticket 12" };
const newPhone = () => buildPhone(api, issuer);
const complete = ({ agenda }: Phone, changes: Partial<Operation> = {}) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id }, changes);
const drink = ({ agenda }: Phone, localId: string, minute = 0) =>
  queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    localId,
  });
const tick = ({ agenda: { meal } }: Phone, index: number, changes: Partial<Operation> = {}) =>
  queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[index]?.id }, changes);

/** The coach's phone in the same relationship. */
async function asCoach(phone: Phone): Promise<Phone> {
  const token = phone.pair.coachToken;
  const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
  return { ...phone, token, deviceId };
}
const deviceIdIn = ({ data }: TestAnswer) => registeredDeviceSchema.parse(data).deviceId;

/** The client's tasks as the agenda shows them now. */
async function tasksOf(phone: Phone, path = "/api/v1/client/today") {
  const answer = await api.call("GET", path, { token: phone.token });
  const tasks = todaySchema.parse(answer.data).tasks ?? [];
  return new Map(tasks.map((task) => [task.taskId, task]));
}

describe("Release gates for any offline-capable feature (docs/rooms/sync.md#release-gates)", () => {
  test("duplicate replay returns the same receipt", async () => {
    const phone = await newPhone();
    const operations = [complete(phone), tick(phone, 0), complete(phone, { expectedRevision: 0 })];
    const first = await sync(api, phone, operations);
    for (let time = 0; time < 3; time += 1) {
      const { results } = await sync(api, phone, operations);
      expect(results.map(({ receiptId }) => receiptId)).toEqual(
        first.results.map(({ receiptId }) => receiptId),
      );
      expect(results[2]).toEqual(first.results[2]);
    }
    expect((await snapshot(api, phone)).receipts).toHaveLength(3);
  });

  test("queued work is recovered after a restart", async () => {
    const phone = await newPhone();
    const queue = [complete(phone), tick(phone, 0), tick(phone, 1), drink(phone, "a")];
    const before = await startApi({ issuer: issuer.issuer, database: api.database });
    const first = await sync(before, phone, queue.slice(0, 2));
    await before.close();
    const after = await startApi({ issuer: issuer.issuer, database: api.database });
    const { results } = await sync(after, phone, queue);
    await after.close();
    expect(results.map(({ status }) => status)).toEqual([
      "ALREADY_ACCEPTED",
      "ALREADY_ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
    expect(results.slice(0, 2).map(({ receiptId }) => receiptId)).toEqual(
      first.results.map(({ receiptId }) => receiptId),
    );
  });

  test("a stale revision yields STALE_REVISION or its mapped code", async () => {
    const phone = await newPhone();
    const second = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    await sync(api, second, [tick(phone, 0)]);
    const { results } = await sync(api, phone, [tick(phone, 1)]);
    expect(results[0]).toMatchObject({
      status: "CONFLICT",
      category: "STALE_REVISION",
      conflictCode: "STALE_REVISION",
      latestRevision: 2,
    });
  });

  test("a revoked permission blocks sync and locks the scope", async () => {
    const phone = await newPhone();
    const done = complete(phone);
    await sync(api, phone, [done]);
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "ENDED");
    for (const answer of [await send(api, phone, [done, tick(phone, 0)]), await ask(api, phone)])
      expect(refusalOf(answer)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("accepted operations update the canonical id map", async () => {
    const phone = await newPhone();
    const operations = [drink(phone, "local-1"), drink(phone, "local-2", 1)];
    const { results } = await sync(api, phone, operations);
    const map = results.flatMap(({ canonicalIds }) => canonicalIds);
    expect(map.map(({ localId }) => localId)).toEqual(["local-1", "local-2"]);
    expect(new Set(map.map(({ canonicalId }) => canonicalId)).size).toBe(2);
    const again = await sync(api, phone, operations);
    expect(again.results.flatMap(({ canonicalIds }) => canonicalIds)).toEqual(map);
    const { receipts } = await snapshot(api, phone);
    expect(receipts.map(({ canonicalRecordId }) => canonicalRecordId).toReversed()).toEqual(
      map.map(({ canonicalId }) => canonicalId),
    );
  });

  test("rejected operations stay diagnosable without changing accepted state", async () => {
    const phone = await newPhone();
    const before = await tasksOf(phone);
    const { serverCursor: since } = await snapshot(api, phone);
    const operations = [
      tick(phone, 9),
      queued("quick-log.complete-task", { taskId: randomUUID() }),
      queued("quick-log.skip", { taskId: phone.agenda.habit.id, reason: "NO_IDEA" }),
      queued("quick-log.undo", {
        taskId: phone.agenda.habit.id,
        undoesClientOperationId: "nothing",
      }),
    ];
    const { results } = await sync(api, phone, operations);
    for (const result of results)
      expect(result).toMatchObject({
        status: "REJECTED",
        rejectionCode: expect.any(String),
        messageKey: expect.any(String),
        message: expect.any(String),
        diagnosticsRef: expect.any(String),
      });
    const later = await snapshot(api, phone, { since });
    expect(later.receipts.map(({ receiptId }) => receiptId).toReversed()).toEqual(
      results.map(({ receiptId }) => receiptId),
    );
    expect(later.changes).toEqual([]);
    expect(await tasksOf(phone)).toEqual(before);
    const path = `/api/v1/support/devices/${phone.deviceId}/rejected-operations`;
    const token = await supporter(api, issuer, "rejected-operations.read");
    const { data } = await api.call("GET", path, { token, headers: REASON });
    expect(data).toMatchObject({
      items: results
        .map(({ receiptId, rejectionCode: code }) => ({ receiptId, code, payloadKept: true }))
        .toReversed(),
    });
    expect(await tasksOf(phone)).toEqual(before);
  });

  test("raw receipt access needs an audited grant", async () => {
    const phone = await newPhone();
    const { results } = await sync(api, phone, [complete(phone), tick(phone, 0)]);
    const ids = results.map(({ receiptId }) => receiptId ?? "");
    const receipts = `/api/v1/support/devices/${phone.deviceId}/receipts`;
    const payload = `/api/v1/support/operations/${ids[0]}/payload`;
    const read = (path: string, token: string, headers: Record<string, string> = REASON) =>
      api.call("GET", path, { token, headers });
    const readers = [
      [receipts, await supporter(api, issuer, "receipts.read")],
      [payload, await supporter(api, issuer, "payloads.read")],
    ] as const;
    const cited = async () => {
      const audited = "select kind, receipt_id from support_access_audit where device_id = $1";
      const { rows } = await owner.query<object>(`${audited} order by id`, [phone.deviceId]);
      return rows;
    };
    const others = [phone.token, phone.pair.coachToken, await supporter(api, issuer, "users.read")];
    for (const [path, token] of readers) {
      for (const other of others)
        expect(refusalOf(await read(path, other))).toMatchObject({ code: "FORBIDDEN" });
      expect(refusalOf(await read(path, token, {}))).toMatchObject({ code: "REASON_REQUIRED" });
    }
    expect(await cited()).toEqual([]);
    for (const [path, token] of readers) expect((await read(path, token)).status).toBe(200);
    expect(await cited()).toEqual([
      ...ids.toReversed().map((receipt_id) => ({ kind: "RECEIPTS", receipt_id })),
      { kind: "PAYLOAD", receipt_id: ids[0] },
    ]);
  });

  test("conflicts refetch before retry", async () => {
    const phone = await newPhone();
    const second = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    await sync(api, second, [tick(phone, 0)]);
    const conflicted = tick(phone, 1);
    const { results } = await sync(api, phone, [conflicted]);
    const [conflict] = results;
    expect(conflict?.allowedResolutions).toContain("REFRESH");
    const [hint] = conflict?.refetch ?? [];
    const task = (await tasksOf(phone, hint?.path)).get(hint?.entityId ?? "");
    expect(task?.revision).toBe(conflict?.latestRevision);
    const unchanged = await sync(api, phone, [conflicted]);
    expect(unchanged.results[0]).toEqual(conflict);
    const expectedRevision = task?.revision ?? 0;
    const resubmitted = await sync(api, phone, [tick(phone, 1, { expectedRevision })]);
    expect(resubmitted.results[0]?.status).toBe("ACCEPTED");
  });

  test("an expired upload is refreshed without duplicate media", async () => {
    const { feature } = photoFeature();
    const laden = await startApi({
      issuer: issuer.issuer,
      database: api.database,
      endpoints: endpoints.map(withFeatures([feature])),
    });
    const phone = await newPhone();
    const bytes = photo();
    const first = await begun(laden, phone, bytes);
    const half = { uploadId: first.uploadId, offset: 0, bytes: bytes.subarray(0, 2_000) };
    await patch(laden, phone, half);
    const operation = queued(
      KEEP_PHOTO,
      { text: "from the front" },
      { attachments: [{ uploadId: first.uploadId, purpose: "PROGRESS_PHOTO" }] },
    );
    const sent = await sync(laden, phone, [operation]);
    expect(sent.results[0]).toMatchObject({ rejectionCode: "MEDIA_PENDING", receiptId: null });
    await moveClock(api.database.ownerUrl, 25 * 3_600);
    const late = await patch(laden, phone, { ...half, offset: 2_000 });
    expect(refusalOf(late)).toMatchObject({ status: 410, code: "UPLOAD_EXPIRED" });
    const expired = (await sync(laden, phone, [operation])).results[0];
    expect(expired).toMatchObject({ category: "UPLOAD_EXPIRED", allowedResolutions: ["RETRY"] });
    const old = await uploadState(laden, phone, expired?.refetch[0]?.entityId ?? "");
    expect(old.status).toBe("EXPIRED");
    const refreshed = await uploaded(laden, phone, bytes);
    expect(refreshed).toMatchObject({ mediaId: first.mediaId, status: "READY" });
    const attachments = [{ uploadId: refreshed.uploadId, purpose: "PROGRESS_PHOTO" as const }];
    const done = await sync(laden, phone, [{ ...operation, attachments }]);
    expect(done.results[0]?.status).toBe("ACCEPTED");
    const { rows } = await owner.query("select status from media where relationship_id = $1", [
      phone.relationshipId,
    ]);
    expect(rows).toEqual([{ status: "READY" }]);
    await moveClock(api.database.ownerUrl, 0);
    await laden.close();
  });

  test("both app surfaces pass offline smoke coverage", async () => {
    const phone = await newPhone();
    const coach = await asCoach(phone);
    const byClient = await sync(api, phone, [complete(phone)]);
    const byCoach = await sync(api, coach, [complete(phone)]);
    expect(byClient.results[0]?.status).toBe("ACCEPTED");
    expect(byCoach.results[0]?.rejectionCode).toBe("ACTOR_NOT_ALLOWED");
    for (const who of [phone, coach]) {
      expect((await snapshot(api, who)).receipts).toHaveLength(1);
      await api.call("POST", `/api/v1/client/devices/${who.deviceId}/revoke`, who);
      expect(refusalOf(await ask(api, who))).toMatchObject({ code: "DEVICE_REVOKED" });
    }
  });

  test("logout, account switch, relationship end and device revocation order a purge", async () => {
    const post = (path: string, { token }: Phone, body: unknown = {}) =>
      api.call("POST", path, { token, key: randomUUID(), body });
    const shut = async (phone: Phone) => refusalOf(await ask(api, phone)).code;

    const leaving = await newPhone();
    const out = ordersIn(await post("/api/v1/auth/logout", leaving));
    expect(await shut(leaving)).toBe("UNAUTHENTICATED");
    expect(out).toMatchObject([{ deviceId: leaving.deviceId, trigger: "LOGOUT" }]);
    const done = await acknowledgeBy(api, out[0]?.ackToken);
    expect(done.data).toMatchObject({ ...PURGED, acknowledgedAt: expect.any(String) });

    const lent = await newPhone();
    const borrower = await newPhone();
    const installation = registrationBody();
    const first = await post("/api/v1/client/devices", lent, installation);
    const former = { ...lent, deviceId: deviceIdIn(first) };
    const switched = ordersIn(await post("/api/v1/client/devices", borrower, installation));
    expect(await shut(former)).toBe("DEVICE_REVOKED");
    expect(switched).toMatchObject([{ deviceId: former.deviceId, trigger: "ACCOUNT_SWITCH" }]);
    expect((await acknowledgeBy(api, switched[0]?.ackToken)).status).toBe(200);

    const client = await newPhone();
    const coachs = await asCoach(client);
    await post("/api/v1/client/relationship/end", client, { reason: "Moved away" });
    for (const phone of [client, coachs]) {
      expect(await shut(phone)).toBe("NOT_FOUND");
      const [order] = await ordersOf(api, phone);
      expect(order).toMatchObject({
        trigger: "RELATIONSHIP_END",
        scope: { kind: "RELATIONSHIP", relationshipId: client.relationshipId },
      });
      if (order !== undefined) await acknowledge(api, order, phone);
      expect(await ordersOf(api, phone)).toMatchObject([{ orderId: order?.orderId, ...PURGED }]);
    }

    const lost = await newPhone();
    const revoked = ordersIn(await post(`/api/v1/client/devices/${lost.deviceId}/revoke`, lost));
    expect(await shut(lost)).toBe("DEVICE_REVOKED");
    expect(revoked).toMatchObject([{ deviceId: lost.deviceId, trigger: "DEVICE_REVOCATION" }]);
    expect((await acknowledgeBy(api, revoked[0]?.ackToken)).status).toBe(200);
    expect(await ordersOf(api, lost)).toMatchObject([PURGED]);
  });

  test("diagnostic summary failures never fail an accepted sync operation", async () => {
    const phone = await newPhone();
    await owner.query(`create function fail_device_seen() returns trigger language plpgsql as
      $$ begin raise exception 'no diagnostics today'; end $$`);
    await owner.query(`create trigger fail_device_seen before insert or update on device_seen
      for each row execute function fail_device_seen()`);
    const operation = complete(phone);
    const outbox = { depth: 1, oldestRecordedAt: null, rejected: 0, conflicted: 0 };
    const { deviceId, token } = phone;
    const body = { deviceId, operations: [operation], outbox };
    const { text } = await send(api, phone, [], { token, body });
    expect(text).toContain('"status":"ACCEPTED"');
    expect((await sync(api, phone, [operation])).results[0]?.status).toBe("ALREADY_ACCEPTED");
    expect((await snapshot(api, phone)).receipts).toHaveLength(1);
    await owner.query("drop function fail_device_seen cascade");
    const malformed = await send(api, phone, [], { token, body: { ...body, outbox: "full" } });
    expect(malformed.text).toContain('"status":"ALREADY_ACCEPTED"');
  });
});
