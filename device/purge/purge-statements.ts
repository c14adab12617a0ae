import type { Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";

/**
 * Deletes the cache of a scope and its refused and accepted operations, and treats its unsent ones as the order says:
 * lost ones go, sealed ones stay until the same person registers again, handed over ones are sent by the next device.
 */
export function purgeStatements(
  order: QueueTreatment,
  { scopeId }: ScopeRow,
  { lost, sealed, handedOver, staying, newKeys }: PurgedParts,
): readonly Statement[] {
  const lostIds = JSON.stringify(lost);
  return [
    ...CACHE_TABLES.map((table) => ({
      sql: `delete from ${table} where scope_id = ?`,
      params: [scopeId],
    })),
    {
      sql: `update cache_scope set
          purged = purged + accepted + rejected + conflicted + discarded + ?,
          accepted = 0, rejected = 0, conflicted = 0, discarded = 0,
          cache_key = ?, queue_key = ?, last_cursor = null
        where scope_id = ?`,
      params: [lost.length, newKeys.cacheKey, newKeys.queueKey, scopeId],
    },
    {
      sql: `delete from sync_operation
        where scope_id = ? and (status not in ('QUEUED', 'SYNCING')
          or client_operation_id in (select value from json_each(?)))`,
      params: [scopeId, lostIds],
    },
    ...scopeStatements(order, scopeId, { sealed: sealed.length, staying }),
    ...(order.handedOverTo === null ? [] : handOver(order.handedOverTo, handedOver)),
  ];
}

/** What an order says about unsent operations. */
export type QueueTreatment = Pick<ObeyedOrder, "queue" | "sealedUntil" | "handedOverTo">;

/** The unsent operations of a scope by what becomes of them, and the names of its keys from here on. */
export interface PurgedParts {
  readonly lost: readonly string[];
  readonly sealed: readonly string[];
  readonly handedOver: readonly string[];
  /** Number of unsent operations that stay. */
  readonly staying: number;
  readonly newKeys: { readonly cacheKey: string; readonly queueKey: string };
}

/** Everything that can be read again, and what the person has seen of refused operations. */
const CACHE_TABLES = ["snapshot", "optimistic", "sync_receipt", "sync_conflict", "canonical_id"];

function scopeStatements(
  { queue, sealedUntil, handedOverTo }: QueueTreatment,
  scopeId: string,
  { sealed, staying }: { readonly sealed: number; readonly staying: number },
): readonly Statement[] {
  // A later device of the installation may have queued operations, which the order never reaches.
  if (queue === "DELETE")
    return staying > 0
      ? []
      : [{ sql: `delete from cache_scope where scope_id = ?`, params: [scopeId] }];
  if (handedOverTo !== null) return [scopeStatus(scopeId, "ACTIVE", null)];
  const until = sealedUntil === null ? null : Date.parse(sealedUntil);
  return sealed === 0 ? [] : [scopeStatus(scopeId, "SEALED", until)];
}

function scopeStatus(scopeId: string, status: string, until: number | null): Statement {
  return {
    sql: `update cache_scope set status = ?, purge_required_at = ? where scope_id = ?`,
    params: [status, until, scopeId],
  };
}

/** Later orders to the new device reach these operations too. */
function handOver(deviceId: string, ids: readonly string[]): readonly Statement[] {
  return [
    {
      sql: `update sync_operation set device_ids = json_insert(device_ids, '$[#]', ?)
        where client_operation_id in (select value from json_each(?))
          and not exists (select 1 from json_each(device_ids) where value = ?)`,
      params: [deviceId, JSON.stringify(ids), deviceId],
    },
  ];
}
