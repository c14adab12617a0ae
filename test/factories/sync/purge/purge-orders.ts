import {
  purgeOrderPageSchema,
  type PurgeOrder,
  type TokenedPurgeOrder,
  purgeOrdersShape,
} from "../../../../contract/sync/purge-schema.ts";
import { z } from "zod";
import { OutboxRow } from "../../../../db/outbox/outbox-row.ts";
import type { TestAnswer, TestApi } from "../../../harness/api.ts";

/** The counts that a phone reports as deleted. */
export const PURGED = {
  count: 12,
  digest: `sha-256:${"a1".repeat(32)}`,
  lostOperations: 2,
  sealedOperations: 0,
};

export const ordersPath = (deviceId: string) => `/api/v1/client/devices/${deviceId}/purge-orders`;
const ACK_BY_TOKEN = "/api/v1/client/purge-acknowledgements";

/** The orders in an answer. */
export function ordersIn(answer: TestAnswer): readonly TokenedPurgeOrder[] {
  return z.object(purgeOrdersShape).parse(answer.data).purgeOrders;
}

/** The orders of a device, as its owner reads them. */
export async function ordersOf(
  api: TestApi,
  { token, deviceId }: { readonly token: string; readonly deviceId: string },
): Promise<readonly PurgeOrder[]> {
  const { data } = await api.call("GET", ordersPath(deviceId), { token });
  return purgeOrderPageSchema.parse(data).items;
}

/** Acknowledges an order in its owner's session. */
export function acknowledge(
  api: TestApi,
  { deviceId, orderId }: PurgeOrder,
  request: { readonly token?: string; readonly body?: unknown },
): Promise<TestAnswer> {
  const path = `${ordersPath(deviceId)}/${orderId}/ack`;
  return api.call("POST", path, { body: PURGED, ...request });
}

/** Acknowledges by the token in an answer. */
export function acknowledgeBy(
  api: TestApi,
  ackToken: string | null | undefined,
  body: object = PURGED,
): Promise<TestAnswer> {
  return api.call("POST", ACK_BY_TOKEN, { body: { ackToken, ...body } });
}

/** Events of an order, each once, however many consumers it has. */
export async function eventsOfOrder(api: TestApi, orderId: string): Promise<readonly string[]> {
  const rows = await api.deps.database.em.fork().find(OutboxRow, { subjectId: orderId });
  const byId = new Map(rows.map(({ eventId, type }) => [eventId, type]));
  return [...byId.values()].toSorted();
}
