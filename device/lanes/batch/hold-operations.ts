import { purgeReach } from "../../../contract/sync/purge-reach.ts";
import type { Core } from "../../core.ts";
import type { Row, Sql } from "../../ports/sql.ts";
import { ordersKept, type StoredOrder } from "../../session/purge-orders.ts";
import { maybeNumberIn, maybeTextIn, textIn, textsIn } from "../../store/columns.ts";
import { remainingMs } from "../pauses.ts";
import { findKnots } from "./find-knots.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/**
 * Decides, row by row in local order, which operations are held back. The reasons are the operation's own wait (a
 * retry, a new app version, its files), a purge order, or its replacement. It holds back only its dependants and later
 * operations on the same task or draft.
 *
 * @param asQueued replaced operations that are not held back until their replacement has a verdict.
 */
export async function makeHolds(
  core: Core,
  scope: ScopeRow,
  asQueued: ReadonlySet<string> = new Set(),
): Promise<Holds> {
  const { sql, clock } = core.ports;
  const now = clock.now();
  const orders = await ordersKept(sql);
  const replacements = await replacementsIn(sql, scope.scopeId);
  const replaced = new Set([...replacements.values()].filter((id) => !asQueued.has(id)));
  /** For each operation and object that is held back, the replaced operations that it waits for. */
  const heldIds = new Map<string, ReadonlySet<string>>();
  const heldObjects = new Map<string, ReadonlySet<string>>();
  const dependents: string[] = [];
  const unreadable: string[] = [];
  let dueInMs: number | null = null;

  return {
    isHeld(row) {
      const id = textIn(row, "client_operation_id");
      // The replacement is sent first and alone decides about the object.
      if (replaced.has(id)) heldIds.set(id, new Set([id]));
      else if (row["wait_reason"] === "UNREADABLE") holdDependants(id);
      else if (isTakenAway(row, scope, orders) || waitsItself(row)) hold(row, causesOf(row) ?? []);
      else {
        const causes = causesOf(row);
        if (causes === null) return false;
        hold(row, causes);
        if (row["wait_reason"] === null && row["status"] === "QUEUED") dependents.push(id);
      }
      return true;
    },
    hold(row) {
      hold(row, []);
    },
    unreadable(row) {
      const id = textIn(row, "client_operation_id");
      unreadable.push(id);
      holdDependants(id);
    },
    outcome: () => ({ dependents, unreadable, dueInMs }),
    knots: () =>
      findKnots(
        new Map(
          [...replacements].flatMap(([id, former]) =>
            replaced.has(former) ? [[former, heldIds.get(id) ?? []] as const] : [],
          ),
        ),
      ),
  };

  /** It is never sent: only what needs it waits, until the person discards it. */
  function holdDependants(id: string): void {
    heldIds.set(id, new Set());
  }

  function hold(row: Row, causes: Iterable<string>): void {
    heldIds.set(textIn(row, "client_operation_id"), new Set(causes));
    const object = maybeTextIn(row, "object_id");
    if (object === null) return;
    heldObjects.set(object, new Set([...(heldObjects.get(object) ?? []), ...causes]));
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

  /** The replaced operations that an operation waits for with those that it follows; null if it follows none. */
  function causesOf(row: Row): ReadonlySet<string> | null {
    const object = maybeTextIn(row, "object_id");
    const followed = [
      ...(object === null ? [] : [heldObjects.get(object)]),
      ...textsIn(row, "depends_on").map((id) => heldIds.get(id)),
    ].filter((causes) => causes !== undefined);
    return followed.length === 0 ? null : new Set(followed.flatMap((causes) => [...causes]));
  }
}

/** The operations held back while a batch is selected. */
export interface Holds {
  /** Whether the operation is held back; if so, later ones that depend on it are too. */
  isHeld(row: Row): boolean;
  /** Holds an operation back for a reason found later. */
  hold(row: Row): void;
  /** Takes note of an operation that cannot be read. It holds back only its dependants. */
  unreadable(row: Row): void;
  outcome(): HoldOutcome;
  /** Replaced operations that wait for their replacement, which waits for them. */
  knots(): ReadonlySet<string>;
}

/** Findings about the operations held back. */
export interface HoldOutcome {
  /** Operations that wait for others and are not marked yet. */
  readonly dependents: readonly string[];
  /** Operations that cannot be read and are not marked yet. */
  readonly unreadable: readonly string[];
  /** Milliseconds until the earliest wait ends; null if none has a time. */
  readonly dueInMs: number | null;
}

/** Wait reasons that end by an event: a new version of the app, or an upload. */
const WITHOUT_TIME: ReadonlySet<string | null> = new Set(["SET_ASIDE", "VERSION", "MEDIA"]);

/** Replacements without a verdict, each with the operation that it replaces. */
async function replacementsIn(sql: Sql, scopeId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.read({
    sql: `select client_operation_id, resubmit_of from sync_operation
      where scope_id = ? and status in ('QUEUED', 'SYNCING') and resubmit_of is not null`,
    params: [scopeId],
  });
  return new Map(
    rows.map((row) => [textIn(row, "client_operation_id"), textIn(row, "resubmit_of")]),
  );
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
