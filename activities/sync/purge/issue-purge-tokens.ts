import type { PurgeOrderView } from "../../../db/sync/purge/queries.ts";
import { listWholeOrders, type WholeOrders } from "../../../db/sync/purge/whole-orders.ts";
import { saveAckTokenHashes } from "../../../db/sync/purge/insert-purge-orders.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Returns the orders of ended devices, each with a token that acknowledges it without a session. Only hashes are
 * stored, so that a reader of the database cannot acknowledge.
 */
export async function issuePurgeTokens(
  tx: Tx,
  whose: WholeOrders,
  hashOf: (orderId: string) => string,
): Promise<readonly PurgeOrderView[]> {
  const orders = await listWholeOrders(tx, whose);
  const tokens = orders.map(({ orderId }) => ({ orderId, hash: hashOf(orderId) }));
  if (tokens.length > 0) await saveAckTokenHashes(tx, tokens);
  return orders;
}
