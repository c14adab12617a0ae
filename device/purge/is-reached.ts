import { purgeReach } from "../../contract/sync/purge-reach.ts";
import type { Row } from "../ports/sql.ts";
import { textIn, textsIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { EVERY_DEVICE, type ObeyedOrder } from "./obeyed-order.ts";

/** Whether an order reaches unsent work, by the devices it was made under (docs/rooms/sync.md#purge-reach). */
export function isReached(order: ObeyedOrder, row: Row, scopes: ScopesById): boolean {
  if (order.deviceId === EVERY_DEVICE) return true;
  const relationshipId = textIn(row, "scope_id");
  const workspaceId = scopes.get(relationshipId)?.workspaceId ?? "";
  const work = { deviceIds: textsIn(row, "device_ids"), workspaceId, relationshipId };
  return purgeReach(order, work) !== "UNTOUCHED";
}

/** The scopes of an order, by their id. */
export type ScopesById = ReadonlyMap<string, ScopeRow>;
