import type { Core } from "../../core.ts";
import type { JsonObject } from "../../json.ts";
import type { Row } from "../../ports/sql.ts";
import { numberIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { CentreCounts, CentreEntries, CentreEntry, EntryGroup } from "../types.ts";
import { loadDependents } from "./dependents.ts";
import { type EntryContext, openResult, readEntry } from "./read-entry.ts";
import { loadSubjects } from "./subjects.ts";

/** The entries of a scope by group, each group up to a limit; the counts cover all. */
export async function readEntries(core: Core, scope: ScopeRow): Promise<CentreEntries> {
  const { sql } = core.ports;
  const params = [scope.scopeId];
  const [counts, dependents, ...found] = await Promise.all([
    sql.read({ sql: COUNTS, params }),
    loadDependents(core, scope),
    ...GROUPS.map((group) => sql.read({ sql: `${ENTRIES} ${WHERE[group]}`, params })),
  ]);
  const rows = found.flat();
  const context: EntryContext = {
    core,
    scope,
    dependents,
    subjects: await loadSubjects(core, scope, rows),
    now: core.ports.clock.now(),
  };
  const entries = await Promise.all(rows.map(async (row) => await readEntry(context, row)));
  return { entries, counts: countsIn(counts[0]) };
}

/** One entry with its row and the last result of the server; null if the device does not have it. */
export async function findEntry(
  core: Core,
  scope: ScopeRow,
  clientOperationId: string,
): Promise<FoundEntry | null> {
  const { sql } = core.ports;
  const [row] = await sql.read({
    sql: `${ENTRIES} where operation.scope_id = ? and operation.client_operation_id = ?`,
    params: [scope.scopeId, clientOperationId],
  });
  if (row === undefined) return null;
  const [dependents, subjects, result] = await Promise.all([
    loadDependents(core, scope),
    loadSubjects(core, scope, [row]),
    openResult(core, scope, row),
  ]);
  const context = { core, scope, dependents, subjects, now: core.ports.clock.now() };
  return { entry: await readEntry(context, row), row, result };
}

/** An entry, and what it was read from. */
export interface FoundEntry {
  readonly entry: CentreEntry;
  readonly row: Row;
  readonly result: JsonObject;
}

const GROUPS = ["ATTENTION", "WAITING", "DONE"] as const satisfies readonly EntryGroup[];

/** Maximum number of shown entries of a group; the server keeps the whole history. */
const MOST_SHOWN: Readonly<Record<EntryGroup, number>> = {
  ATTENTION: 200,
  WAITING: 200,
  DONE: 50,
};

const ENTRIES = `
  select operation.*, receipt.receipt_id, receipt.rejection_code, receipt.conflict_code,
    receipt.body as receipt_body, scope.wait_reason as scope_wait_reason,
    scope.next_retry_at as scope_retry_at, scope.retry_count as scope_retries,
    conflict.latest_snapshot_ref, conflict.resolution_status,
    (select later.client_operation_id from sync_operation later
      where later.resubmit_of = operation.client_operation_id
      order by later.local_sequence desc limit 1) as replaced_by,
    operation.status = 'QUEUED' and operation.sent_at is not null
      and coalesce(operation.wait_reason, '') not in ('SCOPE_LOCKED', 'VERSION')
      or operation.discarded_from = 'QUEUED' and operation.sent_at is not null as may_have_arrived
  from sync_operation operation join cache_scope scope using (scope_id)
  left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
  left join sync_conflict conflict on conflict.client_operation_id = operation.client_operation_id`;

const IS_WAITING = `operation.status in ('QUEUED', 'SYNCING')`;
const IS_REFUSED = `operation.status in ('REJECTED', 'CONFLICTED') and not exists (
  select 1 from sync_operation later where later.resubmit_of = operation.client_operation_id)`;

/** Waiting entries are shown in the order in which they are sent; the others newest first. */
const WHERE: Readonly<Record<EntryGroup, string>> = {
  ATTENTION: `where operation.scope_id = ? and ${IS_REFUSED}
    order by operation.local_sequence desc limit ${MOST_SHOWN.ATTENTION}`,
  WAITING: `where operation.scope_id = ? and ${IS_WAITING}
    order by operation.local_sequence limit ${MOST_SHOWN.WAITING}`,
  DONE: `where operation.scope_id = ? and not (${IS_WAITING}) and not (${IS_REFUSED})
    order by operation.undo_until is null, operation.local_sequence desc limit ${MOST_SHOWN.DONE}`,
};

const COUNTS = `
  select accepted, enqueued - purged as kept,
    enqueued - accepted - rejected - conflicted - discarded - purged as waiting,
    (select count(*) from sync_operation operation
      where operation.scope_id = cache_scope.scope_id and ${IS_REFUSED}) as attention
  from cache_scope where scope_id = ?`;

function countsIn(row: Row | undefined): CentreCounts {
  if (row === undefined) return { attention: 0, waiting: 0, done: 0, accepted: 0 };
  const waiting = numberIn(row, "waiting");
  const attention = numberIn(row, "attention");
  const done = numberIn(row, "kept") - waiting - attention;
  return { attention, waiting, done, accepted: numberIn(row, "accepted") };
}
