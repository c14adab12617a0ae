import { OPEN_SCOPE } from "../open-scope.ts";
import type { Core } from "../../core.ts";
import { isJsonObject, type JsonObject, numberAt, textAt, textsAt } from "../../json.ts";
import { openEnvelope } from "../../outbox/envelope.ts";
import type { Row, SqlValue } from "../../ports/sql.ts";
import { bytesIn, maybeNumberIn, maybeTextIn, numberIn, textIn } from "../../store/columns.ts";
import type { RefusedAct } from "../types.ts";

/**
 * Acts of this device that the accepted rows do not show. They have no verdict, were accepted but not read yet, or were
 * refused and the coach has not resolved them. In local order, for any number of clients in one statement.
 *
 * @param where a condition on `operation`, `scope` and `snapshot`.
 */
export async function pendingActs(
  core: Core,
  { where, params }: { readonly where: string; readonly params: readonly SqlValue[] },
): Promise<readonly PendingAct[]> {
  const rows = await core.ports.sql.read({
    sql: `
      select operation.*, scope.queue_key, receipt.receipt_id, receipt.rejection_code,
        receipt.conflict_code, receipt.body as receipt_body
      from sync_operation operation
      join cache_scope scope using (scope_id)
      left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
      left join snapshot on snapshot.scope_id = operation.scope_id and snapshot.kind = 'coach_task'
        and snapshot.id = operation.object_id
      where ${OPEN_SCOPE} and (${where})
        and (operation.status in ('QUEUED', 'SYNCING')
          or operation.status = 'ACCEPTED' and (receipt.accepted_revision > snapshot.revision
            or receipt.created_at > snapshot.read_at)
          or operation.status in ('REJECTED', 'CONFLICTED') and not exists (
            select 1 from sync_operation later
              where later.resubmit_of = operation.client_operation_id))
      order by operation.scope_id, operation.local_sequence`,
    params,
  });
  return await Promise.all(rows.map(async (row) => await pendingAct(core, row)));
}

/** An act that the accepted row does not show. */
export interface PendingAct {
  readonly clientOperationId: string;
  readonly scopeId: string;
  readonly operationType: string;
  /** The row that it refers to; null for the review of a day. */
  readonly taskId: string | null;
  readonly expectedRevision: number | null;
  readonly recordedAt: number;
  readonly plane: "WAITING" | "NOT_YET_READ" | "REFUSED";
  readonly status: RefusedAct["status"] | null;
  readonly code: string | null;
  /** Null if its key is gone. */
  readonly payload: JsonObject | null;
  /** The result as the server sent it; null without one. */
  readonly result: JsonObject | null;
}

async function pendingAct(core: Core, row: Row): Promise<PendingAct> {
  const id = textIn(row, "client_operation_id");
  const queueKey = textIn(row, "queue_key");
  const receiptId = maybeTextIn(row, "receipt_id");
  const [envelope, receipt] = await Promise.all([
    openEnvelope(core, { queueKey }, row),
    receiptId === null
      ? null
      : core.rows.open(queueKey, `sync_receipt/${receiptId}`, bytesIn(row, "receipt_body")),
  ]);
  const result: unknown = receipt?.content;
  const { plane, status } = planeOf(textIn(row, "status"));
  return {
    clientOperationId: id,
    scopeId: textIn(row, "scope_id"),
    operationType: textIn(row, "operation_type"),
    taskId: maybeTextIn(row, "object_id"),
    expectedRevision: maybeNumberIn(row, "expected_revision"),
    recordedAt: numberIn(row, "client_recorded_at"),
    plane,
    status,
    code: maybeTextIn(row, "rejection_code") ?? maybeTextIn(row, "conflict_code"),
    payload: envelope?.payload ?? null,
    result: isJsonObject(result) ? result : null,
  };
}

function planeOf(status: string): Pick<PendingAct, "plane" | "status"> {
  if (status === "REJECTED" || status === "CONFLICTED") return { plane: "REFUSED", status };
  return { plane: status === "ACCEPTED" ? "NOT_YET_READ" : "WAITING", status: null };
}

/** The conflict in a result; null if it names none. */
export function conflictIn(result: JsonObject | null): ActConflict | null {
  const conflict = result?.["conflict"];
  if (!isJsonObject(conflict)) return null;
  const by = textAt(conflict, "changedBy");
  const at = textAt(conflict, "changedAt");
  return by === null || at === null ? null : { by, at };
}

/** The author and the instant of the change that came first. */
export interface ActConflict {
  readonly by: string;
  readonly at: string;
}

/** The parts of a result that every refusal shows. */
export function refusalIn(result: JsonObject | null) {
  return {
    message: result === null ? null : textAt(result, "message"),
    allowedResolutions: result === null ? [] : textsAt(result, "allowedResolutions"),
    latestRevision: result === null ? null : numberAt(result, "latestRevision"),
  };
}
