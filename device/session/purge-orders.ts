import type { PurgeReach } from "../../contract/sync/purge-reach.ts";
import { isJsonObject, type JsonObject, objectsAt, parseJson, textAt } from "../json.ts";
import type { Ports } from "../ports/ports.ts";
import { isUnexpected, type Sql, type Statement } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";

/** The pending purge orders, in order of arrival. */
export async function ordersKept(sql: Sql): Promise<readonly StoredOrder[]> {
  return (await readOrders(sql)).orders;
}

/** The pending orders, with the text that a change of them replaces. */
export async function readOrders(sql: Sql): Promise<ReadOrders> {
  const [row] = await sql.read({
    sql: "select value from cache_metadata where key = ?",
    params: [PURGE_ORDERS],
  });
  const text = row === undefined ? null : textIn(row, "value");
  const stored = text === null ? null : parseJson(text);
  const list = isJsonObject(stored) ? objectsAt(stored, "orders") : [];
  return { text, orders: list.flatMap((order) => readOrder(order) ?? []) };
}

interface ReadOrders {
  readonly text: string | null;
  readonly orders: readonly StoredOrder[];
}

/**
 * Changes the pending orders. If others changed them meanwhile, it starts again with those: no order is lost, and none
 * that was carried out comes back.
 *
 * @param more statements of the same transaction.
 */
export async function changeOrders(
  { sql, clock }: Pick<Ports, "sql" | "clock">,
  change: (stored: readonly StoredOrder[]) => readonly StoredOrder[],
  more: readonly Statement[] = [],
): Promise<void> {
  for (;;) {
    const known = await readOrders(sql);
    try {
      await sql.write([saveOrders(known, change(known.orders), clock.now()), ...more]);
      return;
    } catch (fault) {
      if (!isUnexpected(fault)) throw fault;
    }
  }
}

/** An order as the device stores it, without its acknowledgement token: no token enters a store. */
export interface StoredOrder extends PurgeReach {
  readonly orderId: string;
  readonly trigger: string;
  /** Instants as the server wrote them. */
  readonly sealedUntil: string | null;
  readonly orderedAt: string | null;
}

/**
 * Stores orders instead of the known ones. A later version of an order replaces the earlier one, because an order may
 * be narrowed.
 */
export function saveOrders(
  { text }: Pick<ReadOrders, "text">,
  orders: readonly StoredOrder[],
  now: number,
): Statement {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const value = JSON.stringify({ orders: [...byId.values()] });
  return text === null
    ? {
        sql: `insert into cache_metadata (key, value, updated_at) values (?, ?, ?) on conflict (key) do nothing`,
        params: [PURGE_ORDERS, value, now],
        changes: 1,
      }
    : {
        sql: `update cache_metadata set value = ?, updated_at = ? where key = ? and value = ?`,
        params: [value, now, PURGE_ORDERS, text],
        changes: 1,
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
