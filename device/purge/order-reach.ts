import type { SqlValue } from "../ports/sql.ts";
import { EVERY_DEVICE, type ObeyedOrder } from "./obeyed-order.ts";

/** Parameters 1 to 4 of the conditions below, for one order and scope. */
export function reachOf({ deviceId, queue }: ObeyedOrder, scopeId: string): readonly SqlValue[] {
  return [scopeId, deviceId, EVERY_DEVICE, queue];
}

/** Operations that an order reaches: those queued under its device or handed over to it, never a later device's. */
const REACHED_OPERATIONS = `scope_id = ?1
  and (?2 = ?3 or exists (select 1 from json_each(device_ids) where value = ?2))`;

/** Reached operations without a verdict. */
export const REACHED_UNSENT = `${REACHED_OPERATIONS} and status in ('QUEUED', 'SYNCING') and ?4 <> ''`;

/** Operations that the order deletes: answered ones with the cache, unsent ones only if it deletes the queue. */
export const GONE_OPERATIONS = `${REACHED_OPERATIONS}
  and (?4 = 'DELETE' or status not in ('QUEUED', 'SYNCING'))`;

/** Operations that an order leaves alone. */
export const UNREACHED_OPERATIONS = `scope_id = ?1 and ?4 <> ''
  and not (?2 = ?3 or exists (select 1 from json_each(device_ids) where value = ?2))`;
