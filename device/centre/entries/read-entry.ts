import type { Core } from "../../core.ts";
import { isJsonObject, type JsonObject, numberAt, textAt, textsAt } from "../../json.ts";
import { openEnvelope } from "../../outbox/envelope.ts";
import { type OperationStatus, WAIT_REASONS } from "../../outbox/types.ts";
import { LOCAL_STATUSES } from "../../../contract/sync/vocabulary.ts";
import type { Row } from "../../ports/sql.ts";
import {
  bytesIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  oneOfIn,
  textIn,
} from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { CentreEntry, EntryChange, EntryGroup, EntrySaid, EntryWait } from "../types.ts";
import type { Dependents } from "./dependents.ts";
import { entryActs } from "./entry-acts.ts";
import type { Subjects } from "./subjects.ts";

/** Reads one entry from its row: the action, its wait, and the last result of the server. */
export async function readEntry(context: EntryContext, row: Row): Promise<CentreEntry> {
  const { core, scope, dependents, subjects, now } = context;
  const group = groupOf(row);
  const id = textIn(row, "client_operation_id");
  const [envelope, result] = await Promise.all([
    openEnvelope(core, scope, row),
    openResult(core, scope, row),
  ]);
  const undoUntil = maybeNumberIn(row, "undo_until");
  const facts = {
    clientOperationId: id,
    operationType: textIn(row, "operation_type"),
    group,
    status: oneOfIn(row, "status", STATUSES),
    localSequence: numberIn(row, "local_sequence"),
    recordedAt: numberIn(row, "client_recorded_at"),
    payload: envelope?.payload ?? null,
    subject: subjects.of(envelope?.payload ?? {}),
    wait: waitOf(row),
    said: saidOf(row, result, envelope?.metadata.locale ?? null),
    changed: changeOf(row, result),
    dependents: group === "WAITING" ? dependents.of(id) : [],
    mayHaveArrived: row["may_have_arrived"] === 1,
    replacedBy: maybeTextIn(row, "replaced_by"),
    replaces: maybeTextIn(row, "resubmit_of"),
    undoUntil: undoUntil !== null && undoUntil > now ? undoUntil : null,
  };
  return { ...facts, acts: entryActs(facts) };
}

/** Data shared by all entries of one read. */
export interface EntryContext {
  readonly core: Core;
  readonly scope: ScopeRow;
  readonly dependents: Dependents;
  readonly subjects: Subjects;
  readonly now: number;
}

/** A refused entry needs attention until another one replaces it or the person discards it. */
function groupOf(row: Row): EntryGroup {
  const status = row["status"];
  if (status === "QUEUED" || status === "SYNCING") return "WAITING";
  const isRefused = status === "REJECTED" || status === "CONFLICTED";
  return isRefused && row["replaced_by"] === null ? "ATTENTION" : "DONE";
}

const STATUSES: readonly OperationStatus[] = [...LOCAL_STATUSES, "DISCARDED"];

/** The result as it arrived: that of the receipt, otherwise the last provisional one; empty if there is none. */
export async function openResult(
  { rows }: Core,
  { queueKey }: ScopeRow,
  row: Row,
): Promise<JsonObject> {
  const receiptId = maybeTextIn(row, "receipt_id");
  const [label, body] =
    receiptId === null
      ? [`sync_operation/${textIn(row, "client_operation_id")}/last_result`, "last_result"]
      : [`sync_receipt/${receiptId}`, "receipt_body"];
  const opened = row[body] === null ? null : await rows.open(queueKey, label, bytesIn(row, body));
  return isJsonObject(opened?.content) ? opened.content : {};
}

/** An entry waits for its own reason, or with its whole scope. */
function waitOf(row: Row): EntryWait | null {
  if (row["status"] !== "QUEUED") return null;
  const isOwn = row["wait_reason"] !== null;
  const reason = isOwn ? "wait_reason" : "scope_wait_reason";
  return {
    reason: row[reason] === null ? null : oneOfIn(row, reason, WAIT_REASONS),
    retryAt: maybeNumberIn(row, isOwn ? "next_retry_at" : "scope_retry_at"),
    retries: numberIn(row, isOwn || row[reason] === null ? "retry_count" : "scope_retries"),
  };
}

/** Null if the server said nothing that matters: accepted entries need no words. */
function saidOf(row: Row, result: JsonObject, locale: string | null): EntrySaid | null {
  const receiptId = maybeTextIn(row, "receipt_id");
  const code =
    maybeTextIn(row, "rejection_code") ??
    maybeTextIn(row, "conflict_code") ??
    textAt(result, "rejectionCode") ??
    textAt(result, "conflictCode");
  if (code === null && receiptId === null) return null;
  const message = textAt(result, "message");
  return {
    code,
    category: textAt(result, "category"),
    message,
    locale: message === null ? null : locale,
    allowedResolutions: textsAt(result, "allowedResolutions"),
    judgedOnRevision: numberAt(result, "judgedOnRevision"),
    bounds: boundsOf(result["bounds"]),
    receiptId,
  };
}

function boundsOf(bounds: unknown): EntrySaid["bounds"] {
  if (!isJsonObject(bounds)) return null;
  const min = numberAt(bounds, "min");
  const max = numberAt(bounds, "max");
  return min === null || max === null ? null : { min, max, unit: textAt(bounds, "unit") };
}

function changeOf(row: Row, result: JsonObject): EntryChange | null {
  const { conflict, bounds, rebaseable } = result;
  const resolution = maybeTextIn(row, "resolution_status");
  if (resolution === null && !isJsonObject(conflict)) return null;
  const named = isJsonObject(conflict) ? conflict : {};
  const changedAt = Date.parse(textAt(named, "changedAt") ?? "");
  return {
    fields: textsAt(named, "changedFields"),
    by: textAt(named, "changedBy"),
    at: Number.isNaN(changedAt) ? null : changedAt,
    rebaseable: rebaseable === true && !isJsonObject(bounds),
    isReplaced: isJsonObject(named["supersededBy"]),
    // A read of the scope marks the conflicts whose newest state it read (read/read-targets.ts).
    isRead: resolution !== "OPEN",
  };
}
