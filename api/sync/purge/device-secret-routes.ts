import { acknowledgePurge } from "../../../activities/sync/purge/acknowledge-purge.ts";
import { Refusal } from "../../../contract/refusal.ts";
import {
  deviceSecretSchema,
  openPurgeOrdersSchema,
  orderParamsSchema,
  purgeOrderSchema,
  secretAcknowledgementSchema,
} from "../../../contract/sync/purge-schema.ts";
import { findPurgeOrder, listOpenOrders } from "../../../db/sync/purge/queries.ts";
import { findDeviceOfSecret, type SecretDevice } from "../../../db/sync/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { act, type Endpoint, read } from "../../endpoint.ts";
import { presentPurgeOrder } from "./present-purge-order.ts";
import { secretHash } from "./secret-hash.ts";

const source = "docs/rooms/sync.md#device-secrets";

const find = read({
  method: "POST",
  path: "/api/v1/client/purge-orders/find",
  name: "findPurgeOrdersBySecret",
  summary: "Open purge orders of the device with this secret, without a session",
  source,
  access: "anonymous",
  body: deviceSecretSchema,
  answer: openPurgeOrdersSchema,
  refusals: ["NOT_FOUND"],
  countsFailures: true,
  handle: async ({ em, body: { deviceSecret } }) => {
    const { deviceId, endedAt } = await getDevice(em, deviceSecret);
    const orders = await listOpenOrders(em, deviceId);
    if (orders.length === 0 && endedAt !== null) throw new Refusal("NOT_FOUND");
    return { items: orders.map(presentPurgeOrder) };
  },
});

const acknowledge = act({
  method: "POST",
  path: "/api/v1/client/purge-orders/{orderId}/ack",
  name: "acknowledgePurgeBySecret",
  summary: "Acknowledge a purge order with the secret of the device, without a session; repeatable",
  source,
  access: "anonymous",
  params: orderParamsSchema,
  body: secretAcknowledgementSchema,
  answer: purgeOrderSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, params: { orderId }, body, request: { requestId } }) => {
    const { deviceSecret, ...content } = body;
    const { deviceId } = await getDevice(tx, deviceSecret);
    const order = await findPurgeOrder(tx, orderId);
    if (order?.deviceId !== deviceId) throw new Refusal("NOT_FOUND");
    return presentPurgeOrder(await acknowledgePurge(tx, { ...content, orderId, requestId }));
  },
});

/** @throws Refusal NOT_FOUND for an unknown or expired secret. */
async function getDevice(em: Tx, deviceSecret: string): Promise<SecretDevice> {
  const device = await findDeviceOfSecret(em, secretHash(deviceSecret));
  if (device === null) throw new Refusal("NOT_FOUND");
  return device;
}

/** Routes for a device whose session has ended: its open purge orders, and nothing else. */
export const deviceSecretEndpoints: readonly Endpoint[] = [find, acknowledge];
