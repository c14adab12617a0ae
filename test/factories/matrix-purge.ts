import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { ackTokenHash } from "../../api/sync/purge/purge-tokens.ts";
import { issuePurgeTokens } from "../../activities/sync/purge/issue-purge-tokens.ts";
import { orderScopePurges, orderWholePurges } from "../../activities/sync/purge/order-purges.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { clockNow, transact } from "../../db/transact.ts";

/** A token that acknowledges without a session, once `buildTokenedOrder` was here. */
export const ACK_TOKEN = "A".repeat(43);

/** Orders a device to delete what it keeps of some workspace. Returns the order's id. */
export async function buildScopeOrder(em: SqlEntityManager, deviceId: string): Promise<string> {
  const workspaceId = randomUUID();
  const devices = [{ deviceId, scope: "WORKSPACE", scopeId: workspaceId, workspaceId }] as const;
  await transact(em, async (tx) => {
    const origin = { now: await clockNow(tx), requestId: "factory" };
    await orderScopePurges(tx, { devices, trigger: "PERMISSION_REVOCATION" }, origin);
  });
  return (await em.fork().findOneOrFail(PurgeOrder, { deviceId, workspaceId })).id;
}

/** Orders a device to delete everything, to be acknowledged by `ACK_TOKEN`. */
export async function buildTokenedOrder(em: SqlEntityManager, deviceId: string): Promise<void> {
  await transact(em, async (tx) => {
    const origin = { now: await clockNow(tx), requestId: "factory" };
    await orderWholePurges(tx, [{ deviceId, trigger: "DEVICE_REVOCATION" }], origin);
    await issuePurgeTokens(tx, { deviceIds: [deviceId] }, () => ackTokenHash(ACK_TOKEN));
  });
}
