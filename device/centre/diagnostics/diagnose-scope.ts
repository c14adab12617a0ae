import { LOCAL_STATUSES } from "../../../contract/sync/vocabulary.ts";
import { checkLaw } from "../../lanes/verdicts/check-law.ts";
import { WAIT_REASONS } from "../../outbox/types.ts";
import type { Row, Sql } from "../../ports/sql.ts";
import { maybeNumberIn, maybeTextIn, numberIn, textIn, textsIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { codeOrOther, idOrNull, knownOrOther, OTHER, typeOrOther } from "./redacted.ts";
import type { DiagnosedOperation, DiagnosedScope } from "./types.ts";

/** A scope: the law of its queue, its waits, its ages, and its newest operations without content. */
export async function diagnoseScope(
  sql: Sql,
  scope: ScopeRow,
  { place, now }: { readonly place: number; readonly now: number },
): Promise<DiagnosedScope> {
  const params = [scope.scopeId];
  const [breach, [counts = {}], [ages = {}], operations] = await Promise.all([
    checkLaw(sql, scope.scopeId),
    sql.read({ sql: LAW, params }),
    sql.read({ sql: AGES, params }),
    sql.read({ sql: NEWEST, params }),
  ]);
  const since = (instant: number | null) => (instant === null ? null : now - instant);
  return {
    place,
    status: scope.status,
    hasCursor: scope.lastCursor !== null,
    wait: waitOf(scope, now),
    law: Object.fromEntries(LAW_COUNTS.map((name) => [name, numberIn(counts, name)])),
    isLawful: breach === null,
    oldestWaitingMs: since(maybeNumberIn(ages, "oldest_waiting")),
    sinceReadMs: since(maybeNumberIn(ages, "newest_read")),
    operations: operations.map((row) => diagnoseOperation(row, now)),
    omitted: numberIn(ages, "operations") - operations.length,
  };
}

/** Maximum number of listed operations. */
const MOST = 500;

const LAW_COUNTS = [
  "enqueued",
  "accepted",
  "rejected",
  "conflicted",
  "discarded",
  "purged",
  "waiting",
] as const;

const LAW = `
  select enqueued, accepted, rejected, conflicted, discarded, purged,
    (select count(*) from sync_operation operation where operation.scope_id = cache_scope.scope_id
      and operation.status in ('QUEUED', 'SYNCING')) as waiting
  from cache_scope where scope_id = ?`;

const AGES = `
  select count(*) as operations,
    min(iif(status in ('QUEUED', 'SYNCING'), client_recorded_at, null)) as oldest_waiting,
    (select max(read_at) from snapshot where snapshot.scope_id = ?1) as newest_read
  from sync_operation where scope_id = ?1`;

const NEWEST = `
  select * from (select operation.*, receipt.receipt_id, coalesce(receipt.rejection_code, receipt.conflict_code) as code
  from sync_operation operation
  left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
  where operation.scope_id = ? order by operation.local_sequence desc limit ${MOST})
  order by local_sequence`;

function waitOf({ waitReason, retries, nextRetryAt }: ScopeRow, now: number) {
  if (waitReason === null) return null;
  return {
    reason: knownOrOther(waitReason, WAIT_REASONS) ?? OTHER,
    retries,
    retryInMs: nextRetryAt === null ? null : nextRetryAt - now,
  };
}

function diagnoseOperation(row: Row, now: number): DiagnosedOperation {
  const retryAt = maybeNumberIn(row, "next_retry_at");
  return {
    sequence: numberIn(row, "local_sequence"),
    type: typeOrOther(textIn(row, "operation_type")),
    version: numberIn(row, "operation_version"),
    status: knownOrOther(row["status"], [...LOCAL_STATUSES, "DISCARDED"]) ?? OTHER,
    ageMs: now - numberIn(row, "client_recorded_at"),
    waitsFor: knownOrOther(row["wait_reason"], WAIT_REASONS),
    retries: numberIn(row, "retry_count"),
    retryInMs: retryAt === null ? null : retryAt - now,
    wasSent: row["sent_at"] !== null,
    dependencies: textsIn(row, "depends_on").length,
    isResubmission: row["resubmit_of"] !== null,
    code: codeOrOther(maybeTextIn(row, "code")),
    receiptId: idOrNull(maybeTextIn(row, "receipt_id")),
  };
}
