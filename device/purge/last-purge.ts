import type { PurgeContent } from "../../contract/sync/purge-schema.ts";
import { isJsonObject, numberAt, parseJson, textAt } from "../json.ts";
import type { Statement } from "../ports/sql.ts";
import { FORGET_LAST_PURGE, LAST_PURGE } from "../store/names.ts";
import type { LastPurge } from "../types.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";

/**
 * Keeps what an order does, so that the app can tell the person even after a restart. An order that hands the queue
 * over loses nothing: it ends the record of its former version, which had sealed the queue. A sign-out is not recorded:
 * the person decided it here, and the next person on the phone must not read of it.
 */
export function keepLastPurge(
  { orderId, trigger, handedOverTo }: ObeyedOrder,
  { lostOperations: deleted, sealedOperations: sealed }: PurgeContent,
  now: number,
): readonly Statement[] {
  if (trigger === "LOGOUT" || trigger === "ACCOUNT_SWITCH") return [];
  if (handedOverTo !== null) return [{ sql: FORGET_LAST_PURGE, params: [orderId] }];
  const kept: LastPurge = { orderId, trigger, deleted, sealed };
  return [
    {
      sql: `insert or replace into cache_metadata (key, value, updated_at) values (?, ?, ?)`,
      params: [LAST_PURGE, JSON.stringify(kept), now],
    },
  ];
}

/** Reads the stored record; null if there is none. */
export function readLastPurge(text: string | null): LastPurge | null {
  const kept = parseJson(text ?? "");
  if (!isJsonObject(kept)) return null;
  return {
    orderId: textAt(kept, "orderId") ?? "",
    trigger: textAt(kept, "trigger") ?? "",
    deleted: numberAt(kept, "deleted") ?? 0,
    sealed: numberAt(kept, "sealed") ?? 0,
  };
}
