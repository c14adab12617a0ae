import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { registeredDeviceSchema } from "../../../../contract/sync/device-schema.ts";
import { purgeReach, type UnsentOperation } from "../../../../contract/sync/purge-reach.ts";
import type { PurgeOrder } from "../../../../contract/sync/purge-schema.ts";
import type { Operation, SyncAnswer } from "../../../../contract/sync/schema.ts";
import type { TestApi } from "../../../harness/api.ts";
import { type Phone, registrationBody, sync } from "../phone.ts";
import { queued } from "../sync.ts";

/** Two values of one instant would be a duplicate. */
const MINUTE_MS = 60_000;

/** An operation on the phone. */
interface Entry extends UnsentOperation {
  readonly operation: Operation;
  readonly isSealed: boolean;
}

/** A phone that keeps a queue and obeys purge orders (docs/rooms/sync.md#purge-reach) without reading a clock. */
export interface PurgingPhone {
  /** Ids of the operations that the phone still has, sealed or not. */
  readonly kept: readonly string[];
  readonly sealed: readonly string[];
  /**
   * Registers the installation: obeys the orders of the answer, then keeps the rest of the queue. If the answer is
   * lost, the phone does nothing.
   */
  register(request?: Registering): Promise<Registered>;
  /** Records a value offline. Returns the id of its operation. */
  drink(): string;
  obey(orders: readonly PurgeOrder[]): void;
  /** Sends all operations that are not sealed. */
  send(): Promise<SyncAnswer>;
}

type Registered = z.output<typeof registeredDeviceSchema>;

interface Registering {
  readonly token?: string;
  readonly reset?: true;
  readonly key?: string;
  readonly isLost?: true;
}

/** @param clockOffMs the phone's clock minus the server's. */
export function purgingPhone(api: TestApi, phone: Phone, clockOffMs: number): PurgingPhone {
  const { relationshipId, pair, agenda } = phone;
  const { workspaceId } = pair;
  const installationId = randomUUID();
  let token = phone.token;
  let device = "";
  let queue: readonly Entry[] = [];
  let drunk = 0;
  const idsOf = (entries: readonly Entry[]) =>
    entries.map(({ operation }) => operation.clientOperationId);
  const obey = (orders: readonly PurgeOrder[]) => {
    for (const order of orders) queue = queue.flatMap((entry) => obeyed(entry, order));
  };
  return {
    get kept() {
      return idsOf(queue);
    },
    get sealed() {
      return idsOf(queue.filter(({ isSealed }) => isSealed));
    },
    async register({ token: newToken = token, key = randomUUID(), isLost, ...changes } = {}) {
      token = newToken;
      const body = registrationBody({ installationId, ...changes });
      const answer = await api.call("POST", "/api/v1/client/devices", { token, key, body });
      const registered = registeredDeviceSchema.parse(answer.data);
      if (isLost) return registered;
      obey(registered.purgeOrders);
      device = registered.deviceId;
      queue = queue.map((entry) => ({ ...entry, deviceIds: [...entry.deviceIds, device] }));
      return registered;
    },
    drink() {
      const recordedAt = new Date(Date.now() + clockOffMs + drunk++ * MINUTE_MS).toISOString();
      const value = { metricKind: "WATER", value: 100, unit: "ml", sourceType: "MANUAL" };
      const operation = queued(
        "quick-log.record-value",
        { taskId: agenda.water.id, ...value, recordedAt },
        { clientRecordedAt: recordedAt },
      );
      const entry = {
        operation,
        isSealed: false,
        deviceIds: [device],
        workspaceId,
        relationshipId,
      };
      queue = [...queue, entry];
      return operation.clientOperationId;
    },
    obey,
    async send() {
      const sent = queue.filter(({ isSealed }) => !isSealed);
      const operations = sent.map(({ operation }) => operation);
      return await sync(api, { ...phone, token, deviceId: device }, operations);
    },
  };
}

/** The part of an operation that an order leaves. */
function obeyed(entry: Entry, order: PurgeOrder): readonly Entry[] {
  switch (purgeReach(order, entry)) {
    case "UNTOUCHED":
      return [entry];
    case "DELETED":
      return [];
    case "SEALED":
      return [{ ...entry, isSealed: true }];
    case "HANDED_OVER":
      return [{ ...entry, isSealed: false }];
  }
}
