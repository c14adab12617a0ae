import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { Device } from "../../db/sync/device.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import {
  acknowledge,
  eventsOfOrder,
  ordersIn,
  ordersOf,
} from "../factories/sync/purge/purge-orders.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { COMPILED } from "../factories/workers/processes.ts";
import { callApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let child: Child | undefined;

afterEach(async () => {
  await child?.stop();
});

test("the API killed between a revocation and its answer leaves an order that is found and obeyed once", async () => {
  for (let round = 0; round < 3; round += 1) {
    const phone = await buildPhone(api, issuer);
    const { token, deviceId } = phone;
    const path = `/api/v1/client/devices/${deviceId}/revoke`;
    const sent = callApi(`${await startProcess()}${path}`, "POST", { token }).catch(() => null);
    while (!(await isRevoked(phone))) await pause(1);
    process.kill(child?.record.pid ?? 0, "SIGKILL");
    await Promise.all([sent, child?.ended]);

    const [order, ...others] = await ordersOf(api, phone);
    expect(others).toEqual([]);
    if (order === undefined) throw new Error("The order is missing");
    expect(order).toMatchObject({ trigger: "DEVICE_REVOCATION", acknowledgedAt: null });
    const again = await api.call("POST", path, { token, key: randomUUID() });
    expect(ordersIn(again).map(({ orderId }) => orderId)).toEqual([order.orderId]);
    expect((await acknowledge(api, order, { token })).status).toBe(200);
    expect(await eventsOfOrder(api, order.orderId)).toEqual(["PurgeAcknowledged", "PurgeOrdered"]);
  }
}, 60_000);

/** A process of the API as the launcher starts it. */
async function startProcess(): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
  child = await startNodePart({
    name: "api",
    entry: new URL("../../workers/api.ts", import.meta.url),
    env: {
      SIDELINE_MODE: "embedded",
      NODE_COMPILE_CACHE: COMPILED,
      API_PORT: String(port),
      DATABASE_URL: api.database.appUrl,
      OIDC_ISSUER: issuer.issuer,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      INVITATION_KEY: key(1),
      CURSOR_KEY: key(2),
      HASH_KEY: key(3),
    },
    onLine: () => {},
    onStart: (started) => {
      child = started;
    },
  });
  return `http://127.0.0.1:${port}`;
}

async function isRevoked({ deviceId }: Phone) {
  const device = await api.deps.database.em.fork().findOneOrFail(Device, deviceId);
  return device.status === "REVOKED";
}
