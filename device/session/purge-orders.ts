import type { PurgeReach } from "../../contract/sync/purge-reach.ts";
import { isJsonObject, type JsonObject, objectsAt, parseJson, textAt } from "../json.ts";
import type { Sql, Statement } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";

/** The pending purge orders, in order of arrival. */
export async function ordersKept(sql: Sql): Promise<readonly StoredOrder[]> {
  const [row] = await sql.read({
    sql: "select value from cache_metadata where key = ?",
    params: [PURGE_ORDERS],
  });
  const stored = row === undefined ? null : parseJson(textIn(row, "value"));
  const list = isJsonObject(stored) ? objectsAt(stored, "orders") : [];
  return list.flatMap((order) => readOrder(order) ?? []);
}

/** An order as the device stores it, without its acknowledgement token: no token enters a store. */
export interface StoredOrder extends PurgeReach {
  readonly orderId: string;
  readonly trigger: string;
  /** Instants as the server wrote them. */
  readonly sealedUntil: string | null;
  readonly orderedAt: string | null;
}

/** Stores orders. A later version of an order replaces the earlier one, because an order may be narrowed. */
export function saveOrders(orders: readonly StoredOrder[], now: number): Statement {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return {
    sql: "insert or replace into cache_metadata (key, value, updated_at) values (?, ?, ?)",
    params: [PURGE_ORDERS, JSON.stringify({ orders: [...byId.values()] }), now],
  };
}

/**
 * Reads an order from the server or the store; null if it names no device or extent. An unknown treatment of the queue
 * keeps it: only an explicit DELETE deletes.
 */
export function readOrder(order: JsonObject): StoredOrder | null {
  const orderId = textAt(order, "orderId");
  const deviceId = textAt(order, "deviceId");
  const scope = readScope(order["scope"]);
  if (orderId === null || deviceId === null || scope === null) return null;
  return {
    orderId,
    deviceId,
    scope,
    trigger: textAt(order, "trigger") ?? "",
    queue: order["queue"] === "DELETE" ? "DELETE" : "KEEP",
    handedOverTo: textAt(order, "handedOverTo"),
    sealedUntil: textAt(order, "sealedUntil"),
    orderedAt: textAt(order, "orderedAt"),
  };
}

const PURGE_ORDERS = "purge_orders";

function readScope(scope: unknown): PurgeReach["scope"] | null {
  if (!isJsonObject(scope)) return null;
  const { kind } = scope;
  if (kind !== "ALL" && kind !== "WORKSPACE" && kind !== "RELATIONSHIP") return null;
  return {
    kind,
    workspaceId: textAt(scope, "workspaceId"),
    relationshipId: textAt(scope, "relationshipId"),
  };
}
