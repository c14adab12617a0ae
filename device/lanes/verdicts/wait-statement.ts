import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import { pauseAfter } from "../pauses.ts";
import type { WaitResult } from "./read-results.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** A provisional result, or none: the operation stays queued with the reason. */
export async function waitStatement(
  { rows, ports }: Core,
  { queueKey }: ScopeRow,
  { id, retries, result, isScopeLocked }: FurtherWait,
): Promise<Statement> {
  const now = ports.clock.now();
  const label = `sync_operation/${id}/last_result`;
  const lastResult = result === undefined ? null : await rows.seal(queueKey, label, result.body);
  return {
    sql: `update sync_operation set status = 'QUEUED', wait_reason = ?, retry_count = ?, next_retry_at = ?,
      last_result = ?, updated_at = ? where client_operation_id = ? and status in ('QUEUED', 'SYNCING')`,
    params: [
      result?.reason ?? "RETRY_AT",
      retries,
      isScopeLocked ? null : now + pauseAfter(retries, ports.random, result?.pauseMs ?? null),
      lastResult,
      now,
      id,
    ],
    changes: 1,
  };
}

interface FurtherWait {
  /** The operation. */
  readonly id: string;
  /** Attempts so far, including this one. */
  readonly retries: number;
  /** Undefined if the answer says nothing about the operation. */
  readonly result: WaitResult | undefined;
  /** Whether the scope waits as a whole; its operations then have no retry time. */
  readonly isScopeLocked: boolean;
}
