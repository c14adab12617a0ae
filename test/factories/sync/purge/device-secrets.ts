import { randomUUID } from "node:crypto";
import { sessionPageSchema } from "../../../../contract/accounts/session-schema.ts";
import { registeredDeviceSchema } from "../../../../contract/sync/device-schema.ts";
import { openPurgeOrdersSchema, type PurgeOrder } from "../../../../contract/sync/purge-schema.ts";
import type { TestAnswer, TestApi } from "../../../harness/api.ts";
import type { TestIssuer } from "../../../harness/test-issuer.ts";
import { otherToken, type Phone, registrationBody } from "../phone.ts";
import { PURGED } from "./purge-orders.ts";

/** A phone, and the secret of its device. */
export interface SecretPhone extends Phone {
  readonly deviceSecret: string;
  readonly installationId: string;
}

/**
 * Registers another device of a phone's person.
 * @throws Error for an answer without a secret.
 */
export async function withSecret(
  api: TestApi,
  phone: Phone,
  installationId: string = randomUUID(),
): Promise<SecretPhone> {
  const request = {
    token: phone.token,
    key: randomUUID(),
    body: registrationBody({ installationId }),
  };
  const answer = await api.call("POST", "/api/v1/client/devices", request);
  const { deviceId, deviceSecret } = registeredDeviceSchema.parse(answer.data);
  if (deviceSecret === null) throw new Error("The new device has no secret");
  return { ...phone, deviceId, deviceSecret, installationId };
}

/** Reads the purge orders of a device by its secret. */
export function findBySecret(
  api: TestApi,
  deviceSecret: unknown,
  more: { readonly headers?: Record<string, string>; readonly token?: string } = {},
): Promise<TestAnswer> {
  return api.call("POST", "/api/v1/client/purge-orders/find", { body: { deviceSecret }, ...more });
}

/** Acknowledges an order by the secret of its device. */
export function acknowledgeBySecret(
  api: TestApi,
  order: { readonly orderId: string; readonly deviceSecret: unknown },
  content: object = PURGED,
): Promise<TestAnswer> {
  const { orderId, deviceSecret } = order;
  const body = { deviceSecret, ...content };
  return api.call("POST", `/api/v1/client/purge-orders/${orderId}/ack`, { body });
}

/** Open purge orders of a device, by its secret. */
export async function openBySecret(
  api: TestApi,
  { deviceSecret }: SecretPhone,
): Promise<readonly PurgeOrder[]> {
  const { data } = await findBySecret(api, deviceSecret);
  return openPurgeOrdersSchema.parse(data).items;
}

interface Parts {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
}

/** Ends the phone's session remotely, from another app of its person. */
export async function endFromAfar({ api, issuer }: Parts, phone: SecretPhone): Promise<void> {
  const listed = await api.call("GET", "/api/v1/auth/sessions", { token: phone.token });
  const { items } = sessionPageSchema.parse(listed.data);
  const own = items.find(({ current }) => current)?.sessionId;
  const token = await otherToken(issuer, phone.pair.client, "COACH_MOBILE");
  const ended = await api.call("POST", `/api/v1/auth/sessions/${own}/revoke`, { token });
  if (ended.status !== 200) throw new Error(`The session did not end: ${ended.text}`);
}

/** Ends the phone's session remotely. Returns the one order that its secret then reads, with the secret. */
export async function orderFromAfar(parts: Parts, phone: SecretPhone) {
  await endFromAfar(parts, phone);
  const [order, ...others] = await openBySecret(parts.api, phone);
  if (order === undefined || others.length > 0)
    throw new Error("The secret did not show exactly one order");
  return { ...order, deviceSecret: phone.deviceSecret };
}
