import type { PurgeOrder } from "../../../contract/sync/purge-schema.ts";
import type { PurgeOrderView } from "../../../db/sync/purge/queries.ts";

/** An order in wire form. */
export function presentPurgeOrder(order: PurgeOrderView): PurgeOrder {
  const { id: _id, ackTokenExpiresAt: _expiresAt, ...shown } = order;
  return shown;
}
