import type { Tx } from "../../transact.ts";
import { pruneDeviceSecrets } from "../devices/device-secrets.ts";
import { prunePurgeOrders } from "../receipts/prune-sync-records.ts";

/**
 * Deletes purge orders whose time is over, and the secrets by which no device has to ask for one any more.
 *
 * @returns how many rows.
 */
export async function prunePurges(tx: Tx, limit: number): Promise<number> {
  const orders = await prunePurgeOrders(tx, limit);
  return orders + (await pruneDeviceSecrets(tx, limit - orders));
}
