import type { Row, Sql } from "../ports/sql.ts";
import { maybeNumberIn, maybeTextIn, numberIn, oneOfIn, textIn } from "./columns.ts";

/** The row of a scope; null if this device does not know it. */
export async function loadScope(sql: Sql, scopeId: string): Promise<ScopeRow | null> {
  const [row] = await sql.read({
    sql: `select * from cache_scope where scope_id = ?`,
    params: [scopeId],
  });
  return row === undefined ? null : scopeRow(row);
}

/** The scopes of this device. */
export async function loadScopes(sql: Sql): Promise<readonly ScopeRow[]> {
  return (await sql.read({ sql: `select * from cache_scope order by scope_id` })).map(scopeRow);
}

/**
 * Status of a scope on the device. LOCKED: it is out of reach, and nothing is sent. PURGING: an order is being carried
 * out. SEALED: a purge order keeps its queue until the same person registers again.
 */
export const SCOPE_STATUSES = [
  "ONBOARDING",
  "ACTIVE",
  "PAUSED",
  "LOCKED",
  "SEALED",
  "PURGING",
] as const;
export type ScopeStatus = (typeof SCOPE_STATUSES)[number];

/** Whether the scope is hidden: its queue is sealed, or a purge order is being carried out. */
export function isHidden(status: ScopeStatus): boolean {
  return status === "SEALED" || status === "PURGING";
}

/**
 * The message of the error with which a scope refuses all calls, because an order or a sign-out hides it. It is a text,
 * so that a page recognises the error of a device in another tab.
 */
export const SCOPE_CLOSED = "The scope is not open on this device";

/** Whether a call failed because its scope is hidden. Any other failure hides nothing from the person. */
export function isScopeClosed(error: Error): boolean {
  return error.message === SCOPE_CLOSED;
}

/** A cache scope (docs/rooms/device.md#stores). */
export interface ScopeRow {
  readonly scopeId: string;
  readonly workspaceId: string;
  readonly status: ScopeStatus;
  readonly lastCursor: string | null;
  /** Names of its keys in the vault. */
  readonly cacheKey: string;
  readonly queueKey: string;
  /** The local sequence of the next operation. */
  readonly nextSequence: number;
  /** How many reads were stored. A read that began before the last one was stored is not stored any more. */
  readonly reads: number;
  /** Why the whole scope waits, its failed tries, and when it is tried again; null if it does not wait. */
  readonly waitReason: string | null;
  readonly retries: number;
  readonly nextRetryAt: number | null;
}

function scopeRow(row: Row): ScopeRow {
  return {
    scopeId: textIn(row, "scope_id"),
    workspaceId: textIn(row, "workspace_id"),
    status: oneOfIn(row, "status", SCOPE_STATUSES),
    lastCursor: maybeTextIn(row, "last_cursor"),
    cacheKey: textIn(row, "cache_key"),
    queueKey: textIn(row, "queue_key"),
    nextSequence: numberIn(row, "next_sequence"),
    reads: numberIn(row, "reads"),
    waitReason: maybeTextIn(row, "wait_reason"),
    retries: numberIn(row, "retry_count"),
    nextRetryAt: maybeNumberIn(row, "next_retry_at"),
  };
}
