import { readFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { syncSnapshotSchema } from "../contract/sync/snapshot-schema.ts";
import { PurgeOrder } from "../db/sync/purge-order.ts";
import { openNodeSql } from "../device/adapters/node/node-sql.ts";
import { checkLaw } from "../device/lanes/verdicts/check-law.ts";
import type { HttpRequest } from "../device/ports/http.ts";
import type { Device } from "../device/types.ts";
import { setRelationshipStatus } from "./factories/accounts/identity.ts";
import { type GateApp, buildGateApp, scopeOf } from "./factories/device/gate-app.ts";
import type { BarePhone } from "./factories/device/real-phone.ts";
import { eventually } from "./factories/eventually.ts";

import { useApi } from "./harness/use-api.ts";

const { api, issuer } = await useApi();
const em = () => api.deps.database.em.fork();

const isBatch = ({ method, path }: HttpRequest) => method === "POST" && path.endsWith("/sync");
const goOffline = ({ network }: BarePhone) => network.failBy(() => "UNREACHABLE");
const goOnline = ({ network }: BarePhone) => network.failBy(() => null);

async function openSignedIn(phone: BarePhone): Promise<Device> {
  const device = await phone.open();
  expect(await device.signIn(phone.tokens)).toBe("SIGNED_IN");
  await device.sync();
  for (const scope of await device.scopes()) await scope.refresh();
  return device;
}

/** The id under which the phone sent its batches. */
function deviceIdOf({ network }: BarePhone): string {
  return String(batchOf(network.requests)["deviceId"]);
}

/** The first batch that was sent. */
function batchOf(requests: readonly HttpRequest[]): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(requests.find(isBatch)?.body ?? "{}"));
}

async function receiptsOf({ phone, relationshipId }: GateApp): Promise<readonly unknown[]> {
  const { accessToken: token } = phone.tokens;
  const query = new URLSearchParams({ deviceId: deviceIdOf(phone) }).toString();
  const path = `/api/v1/coach-client-relationships/${relationshipId}/sync?${query}`;
  const { data } = await api.call("GET", path, { token });
  return syncSnapshotSchema.parse(data).receipts.map(({ receiptId }) => receiptId);
}

async function closeLawful({ phone, relationshipId }: GateApp, ...devices: readonly Device[]) {
  for (const device of devices) await device.close();
  const sql = await openNodeSql(phone.file);
  expect(await checkLaw(sql, relationshipId)).toBeNull();
  await sql.close();
}

describe.each(["CLIENT_MOBILE", "COACH_MOBILE"] as const)(
  "Release gates played by the device library on %s (docs/rooms/sync.md#release-gates)",
  (surface) => {
    const build = () => buildGateApp(surface, api, issuer);

    test("an act whose answer is lost is sent again, and has one receipt", async () => {
      const app = await build();
      const { phone } = app;
      const device = await openSignedIn(phone);
      phone.network.failBy((request) => (isBatch(request) ? "ANSWER_LOST" : null));
      const done = await app.act(device, "DONE");
      await device.sync();
      goOnline(phone);
      await device.sync();
      const verdict = await done.verdict();
      expect(["ACCEPTED", "ALREADY_ACCEPTED"]).toContain(verdict.status);
      expect(await receiptsOf(app)).toEqual([verdict.receiptId]);
      await closeLawful(app, device);
    });

    test("an act that was queued without a connection survives a kill and is accepted after the restart", async () => {
      const app = await build();
      const { phone, relationshipId } = app;
      const before = await openSignedIn(phone);
      goOffline(phone);
      const { clientOperationId } = await app.act(before, "DONE");
      await phone.kill();
      const device = await phone.open();
      const kept = await (await scopeOf(device, relationshipId)).operation(clientOperationId);
      expect(await kept?.state()).toMatchObject({ status: "QUEUED", verdict: null });
      goOnline(phone);
      await device.sync();
      expect(await kept?.verdict()).toMatchObject({ status: "ACCEPTED", code: null });
      await closeLawful(app, device);
    });

    test("an act on a stale revision becomes a conflict whose newest state is read before it is decided", async () => {
      const app = await build();
      const [device, other] = [await openSignedIn(app.phone), await openSignedIn(app.second)];
      goOffline(app.phone);
      const late = await app.act(device, "OTHER");
      expect(await (await app.act(other, "DONE")).verdict()).toMatchObject({ status: "ACCEPTED" });
      goOnline(app.phone);
      await device.sync();
      expect(await late.verdict()).toMatchObject({ status: "CONFLICT" });
      await eventually(
        async () => {
          await (await scopeOf(device, app.relationshipId)).refresh();
          return (await late.state()).latestRead;
        },
        (isRead) => isRead === true,
        30_000,
      );
      await other.sync();
      expect(await app.accepted(device)).toEqual(await app.accepted(other));
      await closeLawful(app, device, other);
    });

    test("an act in a paused relationship waits and says why, and in an ended one it stays and waits for access", async () => {
      const app = await build();
      const { relationshipId } = app;
      const device = await openSignedIn(app.phone);
      await setRelationshipStatus(api.deps.database.em, relationshipId, "PAUSED");
      const waiting = await app.act(device, "DONE");
      await device.sync();
      expect(await waiting.state()).toMatchObject({ status: "QUEUED", waitsFor: "SCOPE_LOCKED" });
      await setRelationshipStatus(api.deps.database.em, relationshipId, "ENDED");
      await device.sync();
      expect(await waiting.state()).toMatchObject({ status: "QUEUED", waitsFor: "NO_ACCESS" });
      expect(await receiptsOfEnded(app)).toBe(404);
      await closeLawful(app, device);
    });

    test("a refused act keeps its code and sentence, and changes nothing that was accepted", async () => {
      const app = await build();
      const device = await openSignedIn(app.phone);
      const before = await app.accepted(device);
      const refused = await app.act(device, "INVALID");
      expect(await refused.verdict()).toMatchObject({
        status: "REJECTED",
        code: expect.any(String),
        message: expect.any(String),
        receiptId: expect.any(String),
      });
      await device.sync();
      expect(await app.accepted(device)).toEqual(before);
      expect((await device.state()).needsAttention).toBe(1);
      await closeLawful(app, device);
    });

    test("a sign-out purges the device, acknowledges the order, and leaves no word of it in the file", async () => {
      const app = await build();
      const { phone } = app;
      const device = await openSignedIn(phone);
      const { clientOperationId } = await app.act(device, "DONE");
      expect(await device.signOut()).toEqual({ kind: "SIGNED_OUT" });
      expect(await device.scopes()).toEqual([]);
      const orders = await eventually(
        async () => await em().find(PurgeOrder, { deviceId: deviceIdOf(phone) }),
        ([order]) => order !== undefined && order.acknowledgedAt !== null,
      );
      expect(orders).toMatchObject([{ trigger: "LOGOUT" }]);
      await device.close();
      const file = await readFile(phone.file, "latin1");
      expect(file).not.toContain(clientOperationId);
    });

    test("an act counts although the report about its queue is malformed", async () => {
      const app = await build();
      const { phone, relationshipId } = app;
      const device = await openSignedIn(phone);
      const verdict = await (await app.act(device, "DONE")).verdict();
      const batch = batchOf(phone.network.requests);
      const token = phone.tokens.accessToken;
      const path = `/api/v1/coach-client-relationships/${relationshipId}/sync`;
      const again = await api.call("POST", path, { token, body: { ...batch, outbox: "full" } });
      expect(again.data).toMatchObject({
        results: [{ status: "ALREADY_ACCEPTED", receiptId: verdict.receiptId }],
      });
      await closeLawful(app, device);
    });
  },
);

/** The status with which the server answers a phone of an ended relationship. */
async function receiptsOfEnded({ phone, relationshipId }: GateApp): Promise<number> {
  const path = `/api/v1/coach-client-relationships/${relationshipId}/sync?deviceId=${deviceIdOf(phone)}`;
  return (await api.call("GET", path, { token: phone.tokens.accessToken })).status;
}
