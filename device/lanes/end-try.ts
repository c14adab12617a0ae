import type { Core } from "../core.ts";
import type { WaitReason } from "../outbox/types.ts";
import type { Statement } from "../ports/sql.ts";
import type { SentBatch } from "./verdicts/apply-results.ts";
import { pauseAfter } from "./pauses.ts";

/**
 * Stores the outcome of an attempt without results, in one transaction. The operations are queued again, and the scope
 * records why and until when it waits. No operation leaves the queue here.
 * `isLost` is false if the server surely carried out nothing: an operation of a first try was then not sent.
 */
export async function endTry(
  core: Core,
  sent: SentBatch,
  consequence: Consequence & { readonly isLost?: boolean },
): Promise<void> {
  const { sql, clock, random } = core.ports;
  const now = clock.now();
  const { wait, operations = [], isLost = true } = consequence;
  const ids = JSON.stringify(sent.operationIds);
  await sql.write([
    {
      sql: `update sync_operation set status = 'QUEUED', updated_at = ?,
          sent_at = iif(sent_at > 0 or ?, abs(sent_at), null)
        where client_operation_id in (select value from json_each(?)) and status = 'SYNCING'`,
      params: [now, Number(isLost), ids],
    },
    ...operations.map((held) => holdStatement(core, held, now)),
    ...(wait === null ? [] : [waitStatement(sent, wait, { now, random })]),
  ]);
}

/** The outcome of an attempt without results. */
export interface Consequence {
  /** How the whole scope waits; null if it continues at once. */
  readonly wait: ScopeWait | null;
  /** Operations that wait individually from here on. */
  readonly operations?: readonly HeldOperation[];
}

/** Wait of a scope. */
export interface ScopeWait {
  readonly reason: WaitReason;
  /** UNTIMED: an event ends it, such as a sign-in. */
  readonly pause: "UNTIMED" | { readonly namedMs: number | null };
  /** The new state of the scope, if the answer contains one. */
  readonly status?: "LOCKED";
}

/** Wait of one operation. */
export interface HeldOperation {
  readonly id: string;
  readonly reason: "SET_ASIDE" | "RETRY_AT";
  /** Failed attempts, which determine the pause; null if it waits for a new version of the app. */
  readonly tries: number | null;
}

function holdStatement(
  { ports }: Core,
  { id, reason, tries }: HeldOperation,
  now: number,
): Statement {
  return {
    sql: `update sync_operation set wait_reason = ?, retry_count = retry_count + 1, last_result = null,
      next_retry_at = ?, updated_at = ? where client_operation_id = ? and status = 'QUEUED'`,
    params: [reason, tries === null ? null : now + pauseAfter(tries, ports.random), now, id],
  };
}

function waitStatement(
  { scope }: SentBatch,
  { reason, pause, status }: ScopeWait,
  { now, random }: { readonly now: number; readonly random: Core["ports"]["random"] },
): Statement {
  const retries = scope.retries + 1;
  const retryAt = pause === "UNTIMED" ? null : now + pauseAfter(retries, random, pause.namedMs);
  return {
    // A sealed scope stays hidden, whatever the server answers.
    sql: `update cache_scope set wait_reason = ?, retry_count = ?, next_retry_at = ?,
        status = case when status in ('SEALED', 'PURGING') then status else coalesce(?, status) end
      where scope_id = ?`,
    params: [reason, retries, retryAt, status ?? null, scope.scopeId],
  };
}
