import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { secretHash } from "../../../../api/sync/purge/secret-hash.ts";
import { issuePurgeTokens } from "../../../../activities/sync/purge/issue-purge-tokens.ts";
import {
  orderScopePurges,
  orderWholePurges,
} from "../../../../activities/sync/purge/order-whole-purges.ts";
import { DeviceSecret } from "../../../../db/sync/device-secret.ts";
import { PurgeOrder } from "../../../../db/sync/purge-order.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";

/** A token that acknowledges without a session, after `buildTokenedOrder`. */
export const ACK_TOKEN = "A".repeat(43);

/** Values for every route after `buildTokenedOrder`: a device's secret, and an order of that device. */
export const MATRIX_PURGE = {
  deviceSecret: "S".repeat(43),
  secretOrderId: "0198c0de-0000-7000-8000-00000000d5ec",
};

/** Orders a device to delete its data of some workspace. Returns the order's id. */
export async function buildScopeOrder(em: SqlEntityManager, deviceId: string): Promise<string> {
  const workspaceId = randomUUID();
  const devices = [{ deviceId, scope: "WORKSPACE", scopeId: workspaceId, workspaceId }] as const;
  await transact(em, async (tx) => {
    const origin = { now: await clockNow(tx), requestId: "factory" };
    await orderScopePurges(tx, { devices, trigger: "PERMISSION_REVOCATION" }, origin);
  });
  return (await em.fork().findOneOrFail(PurgeOrder, { deviceId, workspaceId })).id;
}

/** Orders a device to delete everything; `ACK_TOKEN` or the secret of `MATRIX_PURGE` acknowledges it. */
export async function buildTokenedOrder(em: SqlEntityManager, deviceId: string): Promise<void> {
  await transact(em, async (tx) => {
    const origin = { now: await clockNow(tx), requestId: "factory" };
    await orderWholePurges(tx, [{ deviceId, trigger: "DEVICE_REVOCATION" }], origin);
    await issuePurgeTokens(tx, { deviceIds: [deviceId] }, () => secretHash(ACK_TOKEN));
    const secret = { secretHash: secretHash(MATRIX_PURGE.deviceSecret) };
    await tx.nativeUpdate(DeviceSecret, { deviceId }, secret);
    const order = { deviceId, scope: "ALL", withdrawnAt: null } as const;
    await tx.nativeUpdate(PurgeOrder, order, { id: MATRIX_PURGE.secretOrderId });
  });
}
