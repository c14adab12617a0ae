import { purgeReach } from "../../../contract/sync/purge-reach.ts";
import type { Core } from "../../core.ts";
import type { Row, Sql } from "../../ports/sql.ts";
import { ordersKept, type StoredOrder } from "../../session/purge-orders.ts";
import { maybeNumberIn, maybeTextIn, textIn, textsIn } from "../../store/columns.ts";
import { remainingMs } from "../pauses.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/**
 * Decides, row by row in local order, which operations are held back. The reasons are the operation's own wait (a
 * retry, a new app version, its files), a purge order, or its replacement. It holds back only its dependants and later
 * operations on the same task or draft.
 */
export async function makeHolds(
  core: Core,
  scope: ScopeRow,
  order: "REPLACEMENTS_FIRST" | "AS_QUEUED",
): Promise<Holds> {
  const { sql, clock } = core.ports;
  const now = clock.now();
  const orders = await ordersKept(sql);
  const isReordered = order === "REPLACEMENTS_FIRST";
  const replaced = isReordered ? await replacedIds(sql, scope.scopeId) : new Set<string>();
  const heldIds = new Set<string>();
  const heldObjects = new Set<string>();
  const dependents: string[] = [];
  let dueInMs: number | null = null;
  let hasOwnWait = false;

  return {
    isHeld(row) {
      const id = textIn(row, "client_operation_id");
      // The replacement is sent first and alone decides about the object.
      if (replaced.has(id)) heldIds.add(id);
      else if (isTakenAway(row, scope, orders) || waitsItself(row)) holdForItself(row);
      else if (follows(row)) {
        hold(row);
        if (row["wait_reason"] === null && row["status"] === "QUEUED") dependents.push(id);
      } else return false;
      return true;
    },
    hold: holdForItself,
    outcome: () => ({ dependents, dueInMs }),
    isKnotted: () => !hasOwnWait && heldIds.size > 0 && replaced.size > 0,
  };

  function holdForItself(row: Row): void {
    hasOwnWait = true;
    hold(row);
  }

  function hold(row: Row): void {
    heldIds.add(textIn(row, "client_operation_id"));
    const object = maybeTextIn(row, "object_id");
    if (object !== null) heldObjects.add(object);
  }

  function waitsItself(row: Row): boolean {
    if (textIn(row, "status") === "SYNCING") return false;
    const retryAt = maybeNumberIn(row, "next_retry_at");
    if (retryAt === null) return WITHOUT_TIME.has(maybeTextIn(row, "wait_reason"));
    const remaining = remainingMs(retryAt, now);
    if (remaining === 0) return false;
    dueInMs = Math.min(dueInMs ?? remaining, remaining);
    return true;
  }

  function follows(row: Row): boolean {
    const object = maybeTextIn(row, "object_id");
    const isBehind = object !== null && heldObjects.has(object);
    return isBehind || textsIn(row, "depends_on").some((id) => heldIds.has(id));
  }
}

/** The operations held back while a batch is selected. */
export interface Holds {
  /** Whether the operation is held back; if so, later ones that depend on it are too. */
  isHeld(row: Row): boolean;
  /** Holds an operation back for a reason found later. */
  hold(row: Row): void;
  outcome(): HoldOutcome;
  /** Whether operations wait only for each other: a replacement depends on the operation it replaces. */
  isKnotted(): boolean;
}

/** Findings about the operations held back. */
export interface HoldOutcome {
  /** Operations that wait for others and are not marked yet. */
  readonly dependents: readonly string[];
  /** Milliseconds until the earliest wait ends; null if none has a time. */
  readonly dueInMs: number | null;
}

/** Wait reasons that end by an event: a new version of the app, or an upload. */
const WITHOUT_TIME: ReadonlySet<string | null> = new Set(["SET_ASIDE", "VERSION", "MEDIA"]);

/** Operations whose replacement has no verdict yet. */
async function replacedIds(sql: Sql, scopeId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.read({
    sql: `select resubmit_of from sync_operation
      where scope_id = ? and status in ('QUEUED', 'SYNCING') and resubmit_of is not null`,
    params: [scopeId],
  });
  return new Set(rows.map((row) => textIn(row, "resubmit_of")));
}

/** A pending purge order deletes or seals the operation, which is therefore not sent. */
function isTakenAway(row: Row, scope: ScopeRow, orders: readonly StoredOrder[]): boolean {
  const operation = {
    deviceIds: textsIn(row, "device_ids"),
    workspaceId: scope.workspaceId,
    relationshipId: scope.scopeId,
  };
  return orders.some((order) => {
    const reach = purgeReach(order, operation);
    return reach === "DELETED" || reach === "SEALED";
  });
}
