import type { OperationResult } from "../../contract/sync/schema.ts";
import type { Core } from "../core.ts";
import { FINAL_STATUSES, LOCAL_STATUSES } from "../../contract/sync/vocabulary.ts";
import type { Row } from "../ports/sql.ts";
import {
  bytesIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  oneOfIn,
  textIn,
} from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Label } from "../store/sealed-rows.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import { type OperationState, type Verdict, WAIT_REASONS } from "./types.ts";

/** Every operation of a scope with its verdict, in local order. */
export async function listOperations(
  core: Core,
  scope: ScopeRow,
): Promise<readonly OperationState[]> {
  const found = await core.ports.sql.read({
    sql: `${WITH_RECEIPT} where operation.scope_id = ? order by operation.local_sequence`,
    params: [scope.scopeId],
  });
  return await Promise.all(found.map((row) => operationState(core, scope, row)));
}

/** One operation; null if this device does not have it. */
export async function findOperation(
  core: Core,
  scope: ScopeRow,
  clientOperationId: string,
): Promise<OperationState | null> {
  const [row] = await core.ports.sql.read({
    sql: `${WITH_RECEIPT} where operation.client_operation_id = ?`,
    params: [clientOperationId],
  });
  return row === undefined ? null : await operationState(core, scope, row);
}

const WITH_RECEIPT = `
  select operation.*, receipt.receipt_id, receipt.server_status, receipt.accepted_revision,
    receipt.rejection_code, receipt.conflict_code, receipt.body as receipt_body, conflict.resolution_status,
    scope.wait_reason as scope_wait_reason, scope.next_retry_at as scope_retry_at
  from sync_operation operation join cache_scope scope using (scope_id)
  left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
  left join sync_conflict conflict on conflict.client_operation_id = operation.client_operation_id`;

async function operationState(core: Core, scope: ScopeRow, row: Row): Promise<OperationState> {
  const [envelope, verdict] = await Promise.all([
    openEnvelope(core, scope, row),
    verdictOf(core, scope, row),
  ]);
  return {
    clientOperationId: textIn(row, "client_operation_id"),
    operationType: textIn(row, "operation_type"),
    objectId: maybeTextIn(row, "object_id"),
    localSequence: numberIn(row, "local_sequence"),
    recordedAt: numberIn(row, "client_recorded_at"),
    ...(isUnreadable(row, envelope) ? UNREADABLE : statusOf(row)),
    retries: numberIn(row, "retry_count"),
    verdict,
    latestRead: latestRead(row),
    payload: envelope?.payload ?? null,
  };
}

/** The lanes mark it when they find it. Until then it may still be stored as it was. */
function isUnreadable({ status }: Row, envelope: Envelope | null): boolean {
  return envelope === null && (status === "QUEUED" || status === "SYNCING");
}

const UNREADABLE = { status: "QUEUED", waitsFor: "UNREADABLE", retryAt: null } as const;

function statusOf(row: Row): Pick<OperationState, "status" | "waitsFor" | "retryAt"> {
  return { status: oneOfIn(row, "status", STATUSES), ...waitOf(row) };
}

/** An operation waits for its own reason or with its whole scope, for example without a connection. */
function waitOf(row: Row): Pick<OperationState, "waitsFor" | "retryAt"> {
  if (row["status"] !== "QUEUED") return { waitsFor: null, retryAt: null };
  const [reason, time] =
    row["wait_reason"] === null
      ? ["scope_wait_reason", "scope_retry_at"]
      : ["wait_reason", "next_retry_at"];
  return {
    waitsFor: row[reason] === null ? null : oneOfIn(row, reason, WAIT_REASONS),
    retryAt: maybeNumberIn(row, time),
  };
}

function latestRead({ resolution_status: status }: Row): boolean | null {
  return typeof status === "string" ? status === "READ" : null;
}

const STATUSES = [...LOCAL_STATUSES, "DISCARDED"] as const;

/** Label of a sealed receipt: the result as it arrived. */
const receiptLabel = (receiptId: string): Label<OperationResult> => `sync_receipt/${receiptId}`;

async function verdictOf({ rows }: Core, scope: ScopeRow, row: Row): Promise<Verdict | null> {
  const receiptId = maybeTextIn(row, "receipt_id");
  if (receiptId === null) return null;
  const sealed = bytesIn(row, "receipt_body");
  const opened = await rows.open(scope.queueKey, receiptLabel(receiptId), sealed);
  // Without its key a receipt still has its codes, but no sentence.
  const result = opened?.content;
  return {
    status: oneOfIn(row, "server_status", VERDICT_STATUSES),
    receiptId,
    acceptedRevision: maybeNumberIn(row, "accepted_revision"),
    code: maybeTextIn(row, "rejection_code") ?? maybeTextIn(row, "conflict_code"),
    category: result?.category ?? null,
    message: result?.message ?? null,
    allowedResolutions: (result?.allowedResolutions ?? []).filter(
      (allowed) => allowed !== "RESUBMIT" || latestRead(row) !== false,
    ),
    judgedOnRevision: result?.judgedOnRevision ?? null,
  };
}

const VERDICT_STATUSES = [...FINAL_STATUSES, "ALREADY_ACCEPTED"] as const;
