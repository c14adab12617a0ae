import { acknowledgePurge } from "../../../activities/sync/purge/acknowledge-purge.ts";
import { readPurgeOrders } from "../../../activities/sync/purge/read-purge-orders.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { deviceParamsSchema } from "../../../contract/sync/device-schema.ts";
import {
  purgeContentSchema,
  purgeOrderPageSchema,
  purgeOrderParamsSchema,
  purgeOrderSchema,
  purgeOrdersQuerySchema,
  supportPurgeOrdersQuerySchema,
  tokenAcknowledgementSchema,
} from "../../../contract/sync/purge-schema.ts";
import {
  findOrderOfToken,
  findPurgeOrder,
  listPurgeOrders,
} from "../../../db/sync/purge/queries.ts";
import { getDevice } from "../../../db/sync/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { principalOf } from "../../guard/principal-of.ts";
import { act, type Endpoint, read } from "../../endpoint.ts";
import { idAfter, idPage, readIdPage } from "../../id-page.ts";
import { presentPurgeOrder } from "./present-purge-order.ts";
import { secretHash } from "./secret-hash.ts";

const source = "docs/rooms/sync.md#purge-orders";
const path = "/api/v1/client/devices/{deviceId}/purge-orders";

const isSet = (flag: string | undefined) => flag !== undefined && flag !== "false";

const list = read({
  method: "GET",
  path,
  name: "listPurgeOrders",
  summary:
    "Purge orders of one of your devices and their reasons, newest first; also of a revoked one",
  source,
  access: "device-owner",
  params: deviceParamsSchema,
  query: purgeOrdersQuerySchema,
  answer: purgeOrderPageSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { deviceId }, query, granted, deps }) => {
    await requireDevice(em, granted.caller.userId, deviceId);
    const unacknowledged = isSet(query.unacknowledged);
    const pages = { deps, scope: `purge-orders:${deviceId}:${unacknowledged}` };
    const { rows, nextCursor } = await readIdPage(pages, query, (page) =>
      listPurgeOrders(em, { deviceId, unacknowledged, ...page }),
    );
    return { items: rows.map(presentPurgeOrder), nextCursor };
  },
});

const acknowledge = act({
  method: "POST",
  path: `${path}/{orderId}/ack`,
  name: "acknowledgePurge",
  summary: "Acknowledge a purge order; repeatable",
  source,
  access: "device-owner",
  params: purgeOrderParamsSchema,
  body: purgeContentSchema,
  answer: purgeOrderSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  idempotency: "none",
  handle: async ({ tx, params, body, granted, request: { requestId } }) => {
    const { deviceId, orderId } = params;
    await requireDevice(tx, granted.caller.userId, deviceId);
    const order = await findPurgeOrder(tx, orderId);
    if (order?.deviceId !== deviceId) throw new Refusal("NOT_FOUND");
    return presentPurgeOrder(await acknowledgePurge(tx, { ...body, orderId, requestId }));
  },
});

const acknowledgeByToken = act({
  method: "POST",
  path: "/api/v1/client/purge-acknowledgements",
  name: "acknowledgePurgeByToken",
  summary: "Acknowledge a purge order with the token of a logout or revocation, without a session",
  source,
  access: "anonymous",
  body: tokenAcknowledgementSchema,
  answer: purgeOrderSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, body: { ackToken, ...content }, request: { requestId } }) => {
    const orderId = await findOrderOfToken(tx, secretHash(ackToken));
    if (orderId === null) throw new Refusal("NOT_FOUND");
    return presentPurgeOrder(await acknowledgePurge(tx, { ...content, orderId, requestId }));
  },
});

const supportList = act({
  method: "GET",
  path: "/api/v1/support/purge-orders",
  name: "listSupportPurgeOrders",
  summary: "Purge orders of devices, and the losses, newest first; needs a reason, audited",
  source: "docs/rooms/wire.md#support-access, docs/rooms/sync.md#purge-orders",
  access: "support",
  permission: "purges.read",
  needsReason: true,
  query: supportPurgeOrdersQuerySchema,
  answer: purgeOrderPageSchema,
  idempotency: "none",
  handle: async ({ tx, query, granted, request, deps }) => {
    const { role, reason } = granted;
    const actor = principalOf(granted, request, deps).key;
    const unacknowledged = isSet(query.unacknowledged);
    const lost = isSet(query.lost);
    const pages = { deps, scope: `support-purge-orders:${unacknowledged}:${lost}` };
    const page = { afterId: idAfter(pages, query.cursor), limit: query.limit };
    const reading = { unacknowledged, lost, actor, role, reason: reason ?? "", ...page };
    const { rows, nextCursor } = idPage(pages, await readPurgeOrders(tx, reading), query.limit);
    return { items: rows.map(presentPurgeOrder), nextCursor };
  },
});

/** @throws Refusal NOT_FOUND for a device that is not the user's; a revoked device still belongs to its user. */
async function requireDevice(em: Tx, userId: string, deviceId: string): Promise<void> {
  const device = await getDevice(em, deviceId);
  if (device.userId !== userId) throw new Refusal("NOT_FOUND");
}

/** Routes of purge orders for devices. */
export const purgeEndpoints: readonly Endpoint[] = [
  list,
  acknowledge,
  acknowledgeByToken,
  supportList,
];
