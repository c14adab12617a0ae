import type { Core } from "../core.ts";
import { isJsonObject, type JsonObject, objectsAt } from "../json.ts";
import { type Answer, classifyAnswer } from "../lanes/classify-answer.ts";
import { deviceSecretName } from "../session/device-secret-name.ts";
import { changeOrders, ordersKept, readOrder, type StoredOrder } from "../session/purge-orders.ts";
import { expireSealed } from "./expire-sealed.ts";
import { obeyOrder } from "./obey-order.ts";
import { forgetReports } from "./purge-report.ts";

/** Carries out the purge orders that have arrived, oldest first. Needs no connection. */
export async function obeyKeptOrders(core: Core): Promise<void> {
  for (const order of await ordersKept(core.ports.sql)) await obeyOrder(core, order);
}

/**
 * Carries out the purge orders that have arrived, oldest first, and acknowledges each. Without a connection it still
 * carries them out and acknowledges them at the next call. It needs no session: the device secret authenticates it
 * (docs/rooms/sync.md#device-secrets).
 *
 * @returns the number of orders without an acknowledgement.
 */
export async function settlePurges(core: Core): Promise<number> {
  const orders = await ordersKept(core.ports.sql);
  let open = 0;
  for (const order of orders) {
    const content = await obeyOrder(core, order);
    const answer = await acknowledge(core, order, content);
    if (isSettled(answer)) await forgetOrder(core, order);
    else open += 1;
  }
  return open;
}

/**
 * Fetches the open orders of a device by its secret and stores them. An empty list or a 404 deletes nothing: the person
 * signs in again. The answer's time ends sealed queues.
 *
 * @returns whether the server answered; a device without a secret cannot ask, which counts as answered.
 */
export async function findOrders(core: Core, deviceId: string): Promise<boolean> {
  const deviceSecret = await core.ports.vault.read(deviceSecretName(deviceId));
  if (deviceSecret === null) return true;
  const answer = await post(core, "/api/v1/client/purge-orders/find", { deviceSecret });
  if (answer.kind !== "ANSWER") return isSettled(answer);
  if (isJsonObject(answer.data)) await addOrders(core, objectsAt(answer.data, "items"));
  await expireSealed(core, answer.serverTime);
  return true;
}

/** Adds the orders of an answer to those that are stored. */
export async function addOrders({ ports }: Core, orders: readonly JsonObject[]): Promise<void> {
  const arrived = orders.flatMap((order) => readOrder(order) ?? []);
  if (arrived.length === 0) return;
  await changeOrders(ports, (stored) => [...stored, ...arrived]);
}

/** Acknowledges orders with the secret of a former device, whose session may be gone. */
async function acknowledge(
  core: Core,
  { orderId, deviceId }: StoredOrder,
  content: object,
): Promise<Answer> {
  const deviceSecret = await core.ports.vault.read(deviceSecretName(deviceId));
  // Without the secret, the device cannot acknowledge the order; the server reports it after a week.
  if (deviceSecret === null) return { kind: "NOT_FOUND" };
  const path = `/api/v1/client/purge-orders/${orderId}/ack`;
  return await post(core, path, { deviceSecret, ...content });
}

function isSettled({ kind }: Answer): boolean {
  return kind === "ANSWER" || kind === "NOT_FOUND" || kind === "REFUSED" || kind === "MALFORMED";
}

async function forgetOrder(core: Core, { orderId }: StoredOrder): Promise<void> {
  await changeOrders(core.ports, (stored) => stored.filter((order) => order.orderId !== orderId), [
    forgetReports(orderId),
  ]);
}

const SILENCE_MS = 8_000;

/** A request without a session. */
async function post({ ports }: Core, path: string, body: object): Promise<Answer> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const request = { method: "POST", path, headers, silenceMs: SILENCE_MS } as const;
  return classifyAnswer(await ports.http.send({ ...request, body: JSON.stringify(body) }));
}
