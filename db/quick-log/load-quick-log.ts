import { sql } from "kysely";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { ForeignChange, PastOperation } from "../../rules/quick-log/quick-log-state.ts";
import { tombstoneKey } from "../tombstone-key.ts";
import { wireInstant, type Tx } from "../transact.ts";

/** Which value entries of a task its operations may look at one by one. */
export interface WantedValues {
  readonly taskId: string;
  /** How many of the newest that stand. */
  readonly newest: number;
  /** Those that stand and were recorded at one of these instants. */
  readonly moments: readonly string[];
  /** Those with one of these ids, and the entries they supersede. */
  readonly ids: readonly string[];
}

/** Looked up for each entry: as an anti-join the planner would read all corrections there are. */
const superseder = sql<string | null>`(
  select later.id from quick_log_value_entry later where later.supersedes_id = entry.id limit 1)`;
/**
 * As a case, because of a bare `is null` the planner believes that it is never true, and reads and sorts
 * all entries of the task to find the newest.
 */
const stands = sql<boolean>`entry.numeric_value is not null
  and case when ${superseder} is null then true else false end`;

/**
 * The wanted value entries, by task, in the order they were accepted. Each is looked up: what it costs
 * does not grow with the values that a day has, but for a moment, which the day is searched for.
 */
export async function loadValues(
  tx: Tx,
  wanted: readonly WantedValues[],
): Promise<ReadonlyMap<string, readonly ValueEntry[]>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<
    Omit<ValueEntry, "recordedAt"> & { recordedAt: string; taskId: string }
  >`/* named: quick-log-wanted */
    select distinct on (entry.task_id, entry.id) entry.task_id as "taskId", entry.id,
      entry.numeric_value::float8 as value, ${wireInstant("entry.recorded_at")} as "recordedAt",
      entry.supersedes_id as "supersedesId", entry.restates_id as "restatesId",
      entry.superseded
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (
      "taskId" uuid, newest int, moments timestamptz[], ids uuid[])
    cross join lateral (
      (select entry.*, false as superseded from quick_log_value_entry entry
       where entry.task_id = wanted."taskId" and ${stands}
       order by entry.id desc limit wanted.newest)
      union all
      select entry.*, false from quick_log_value_entry entry
      where cardinality(wanted.moments) > 0 and entry.task_id = wanted."taskId"
        and entry.recorded_at = any(wanted.moments) and ${stands}
      union all
      select entry.*, ${superseder} is not null from quick_log_value_entry entry
      where entry.id = any(wanted.ids) and entry.task_id = wanted."taskId"
      union all
      select entry.*, true from quick_log_value_entry later
      join quick_log_value_entry entry on entry.id = later.supersedes_id
      where later.id = any(wanted.ids) and later.task_id = wanted."taskId"
    ) entry
    order by entry.task_id, entry.id
  `.execute(tx.getKysely());
  const entries = rows.map((row) => ({ ...row, recordedAt: new Date(row.recordedAt) }));
  return Map.groupBy(entries, ({ taskId }) => taskId);
}

/** What an undo names: an operation, by the id that its phone gave it, and its task. */
export interface UndoneOperation {
  readonly taskId: string;
  readonly clientOperationId: string;
}

/**
 * Accepted operations of a lineage by their client ids, for undo. Those of the same batch are among them
 * when it is decided in parts: their receipts are not written yet, so they are looked for on their task.
 * Of a receipt that is long gone, its tombstone tells which operation it was.
 */
export async function loadPastOperations(
  tx: Tx,
  scope: {
    readonly relationshipId: string;
    readonly lineageId: string;
    readonly deviceId: string;
  },
  undone: readonly UndoneOperation[],
): Promise<readonly PastOperation[]> {
  if (undone.length === 0) return [];
  const clientOperationIds = undone.map(({ clientOperationId }) => clientOperationId);
  const { rows } = await sql<
    Omit<PastOperation, "decidedAt"> & { decidedAt: string }
  >`/* named: past-operations */
    select past.receipt_id as "receiptId", past.client_operation_id as "clientOperationId",
      past.task_id as "taskId", past.action_kind as "actionKind", past.effects,
      ${wireInstant("past.decided_at")} as "decidedAt",
      exists (select from quick_log_operation later
              where later.undoes_receipt_id = past.receipt_id and later.status = 'ACCEPTED') as undone
    from quick_log_operation past
    where past.status = 'ACCEPTED' and past.receipt_id in (
      select receipt_id from sync_operation
      where lineage_id = ${scope.lineageId} and relationship_id = ${scope.relationshipId}
        and client_operation_id = any(${clientOperationIds}::text[])
      union all
      select of_task.receipt_id
      from json_to_recordset(${JSON.stringify(undone)}::json)
        as named ("taskId" uuid, "clientOperationId" text)
      cross join lateral (
        select receipt_id from quick_log_operation
        where task_id = named."taskId" and client_operation_id = named."clientOperationId"
          and relationship_id = ${scope.relationshipId} and device_id = ${scope.deviceId}
      ) of_task
      union all
      select tombstone.receipt_id
      from unnest(${clientOperationIds}::text[]) as named (client_operation_id)
      cross join lateral (
        select ${scope.lineageId}::uuid as lineage_id, ${scope.relationshipId}::uuid as relationship_id,
          named.client_operation_id
      ) identity
      cross join lateral (
        select receipt_id from receipt_tombstone where op_key = ${tombstoneKey("identity")} limit 1
      ) tombstone)
  `.execute(tx.getKysely());
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
}

/** Accepted changes of these tasks by other device lineages, by task, in the order of their revisions. */
export async function loadForeignChanges(
  tx: Tx,
  { lineageId }: { readonly lineageId: string },
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ForeignChange[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<
    Omit<ForeignChange, "decidedAt"> & { decidedAt: string; taskId: string }
  >`/* named: foreign-changes */
    select task_id as "taskId", accepted_task_revision as revision, effects,
      ${wireInstant("decided_at")} as "decidedAt"
    from quick_log_operation
    where task_id = any(${taskIds}::uuid[]) and status = 'ACCEPTED' and lineage_id <> ${lineageId}
    order by task_id, accepted_task_revision
  `.execute(tx.getKysely());
  const changes = rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
  return Map.groupBy(changes, ({ taskId }) => taskId);
}
