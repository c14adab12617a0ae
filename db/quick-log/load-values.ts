import { sql } from "kysely";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { ForeignChange, PastOperation, QuickLogEffects } from "../../rules/quick-log/types.ts";
import { snapshotOfTask } from "../agenda/snapshots/queries.ts";
import { operationKey } from "../platform/statements/operation-key.ts";
import { batchOf } from "../platform/statements/receipt-range.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import {
  type RowArrays,
  rowArrays,
  rowTable,
  type RowTypes,
} from "../platform/statements/row-arrays.ts";
import { wireInstant } from "../platform/transactions/transact.ts";
import { effectsOf } from "./effects-of.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/**
 * The selected value entries, by task, in the order of acceptance. Each is a lookup, so the cost does not grow with a
 * day's values. The exception are instants, for which the day is searched.
 */
export async function loadValues(
  executor: QueryExecutor,
  wanted: readonly WantedValues[],
): Promise<ReadonlyMap<string, readonly ValueEntry[]>> {
  if (wanted.length === 0) return new Map();
  const rows = await wantedValues(executor, rowArrays(wanted, WANTED));
  const entries = rows.map(({ numericValue, textValue, booleanValue, ...row }) => ({
    ...row,
    value: numericValue ?? textValue ?? booleanValue,
    recordedAt: new Date(row.recordedAt),
  }));
  return Map.groupBy(entries, ({ taskId }) => taskId);
}

/** Selects the value entries of a task that its operations need. */
export interface WantedValues {
  readonly taskId: string;
  /** How many of the newest entries in force. */
  readonly newest: number;
  /** Entries in force that were recorded at one of these instants, if the task's values add up. */
  readonly moments: readonly string[];
  /** Entries with one of these ids, and the entries they supersede. */
  readonly ids: readonly string[];
}

const WANTED: RowTypes<WantedValues> = {
  taskId: "uuid",
  newest: "int",
  moments: "timestamptz[]",
  ids: "uuid[]",
};

/** The columns of an entry's value: copying the others of some hundred rows would be wasted. */
const valueOf = (entry: string) =>
  sql.raw(
    [
      "task_id",
      "receipt_id",
      "numeric_value",
      "text_value",
      "boolean_value",
      "recorded_at",
      "supersedes_id",
      "restates_id",
    ]
      .map((column) => `${entry}.${column}`)
      .join(", "),
  );

/** At most one of the three is set. */
interface TypedValue {
  readonly numericValue: number | null;
  readonly textValue: string | null;
  readonly booleanValue: boolean | null;
}

/** A lookup for each entry: with an anti-join the planner would read all corrections. */
const superseder = sql<string | null>`(
  select later.receipt_id from quick_log_operation later
  where later.supersedes_id = entry.receipt_id limit 1)`;
/**
 * SQL of whether the operation `entry` is a value in force. It is a CASE because the planner assumes that a bare
 * `is null` is never true. It would then read and sort all entries of the task.
 */
export const isInForce = sql<boolean>`entry.status = 'ACCEPTED' and (entry.numeric_value is not null
    or entry.text_value is not null or entry.boolean_value is not null)
  and case when ${superseder} is null then true else false end`;

// Separate lookups: the cached plan of a join, made while the tables are small, would scan them whole.
const operationOf = (receiptId: string) =>
  sql.raw(`(select * from quick_log_operation where receipt_id = ${receiptId} limit 1)`);
const batchWith = (receiptId: string) =>
  sql`(select * from sync_batch where id = ${batchOf(receiptId)} limit 1)`;

/** Whether the task's values add up: only then is a value recorded at the same instant a repetition. */
const addsUp = sql<boolean>`'ACCUMULATE' = (
  select coalesce(content.snapshot #>> '{metric,mode}', content.snapshot #>> '{metrics,0,mode}')
  from (select ${snapshotOfTask} as snapshot from agenda_task task where task.id = wanted."taskId" offset 0) content)`;

type WantedRow = Omit<ValueEntry, "recordedAt" | "value"> &
  TypedValue & { readonly recordedAt: string; readonly taskId: string };

const wantedValues = prepareQuery(
  "quick-log-wanted",
  (_from, slot: Slots<RowArrays>) => sql<WantedRow>`
    select distinct on (entry.task_id, entry.receipt_id) entry.task_id as "taskId",
      entry.receipt_id as id, entry.numeric_value::float8 as "numericValue",
      entry.text_value as "textValue", entry.boolean_value as "booleanValue",
      (select lineage_id from sync_batch where id = ${batchOf("entry.receipt_id")}) as "lineageId",
      ${wireInstant("entry.recorded_at")} as "recordedAt", entry.supersedes_id as "supersedesId",
      entry.restates_id as "restatesId", entry.superseded
    from ${rowTable(WANTED, slot)} as wanted
    cross join lateral (
      (select ${valueOf("entry")}, false as superseded from quick_log_operation entry
       where entry.task_id = wanted."taskId" and ${isInForce}
       order by entry.receipt_id desc limit wanted.newest)
      union all
      select ${valueOf("entry")}, false from quick_log_operation entry
      where cardinality(wanted.moments) > 0 and ${addsUp} and entry.task_id = wanted."taskId"
        and entry.recorded_at = any(wanted.moments) and ${isInForce}
      union all
      select ${valueOf("entry")}, ${superseder} is not null
      from unnest(wanted.ids) as named (id) cross join lateral ${operationOf("named.id")} entry
      where entry.task_id = wanted."taskId"
      union all
      select ${valueOf("entry")}, true
      from unnest(wanted.ids) as named (id) cross join lateral ${operationOf("named.id")} later
      cross join lateral ${operationOf("later.supersedes_id")} entry
      where later.task_id = wanted."taskId"
    ) entry
    order by entry.task_id, entry.receipt_id`,
);

/** The device and batch whose undos are decided. */
export interface UndoScope {
  readonly relationshipId: string;
  readonly lineageId: string;
  readonly now: Date;
  /** Receipts of the same batch by operation id, if the batch is bisected. */
  readonly ownReceipts?: ReadonlyMap<string, string>;
}

/** Operations of the relationship that undos name. */
export interface NamedOperations {
  /** From any phone. */
  readonly receiptIds: readonly string[];
  /** From the phone's own lineage. */
  readonly clientOperationIds: readonly string[];
}

/**
 * SQL of the later starts of the same task by other phones that were not undone; `lineageId` is that of the current
 * batch.
 */
const laterStarts = (lineageId: string) => sql<string[]>`
  case when past.action_kind = 'OPEN_STRUCTURED_LOG' then array(
    select later.receipt_id from quick_log_operation later
    left join lateral ${batchWith("later.receipt_id")} other on true
    where later.task_id = past.task_id and later.receipt_id > past.receipt_id
      and later.status = 'ACCEPTED' and later.action_kind = 'OPEN_STRUCTURED_LOG'
      and coalesce(other.lineage_id, ${lineageId}::uuid) <> coalesce(sent.lineage_id, ${lineageId}::uuid)
      and (select undoing.receipt_id from quick_log_operation undoing
        where undoing.undoes_receipt_id = later.receipt_id limit 1) is null
  ) else '{}' end`;

/**
 * Loads the named operations that were accepted, for undo; one named in both ways is returned twice. A bisected batch
 * has not stored its receipts yet, so the caller passes them.
 */
export async function loadPastOperations(
  executor: QueryExecutor,
  scope: UndoScope,
  { receiptIds, clientOperationIds }: NamedOperations,
): Promise<readonly PastOperation[]> {
  if (receiptIds.length + clientOperationIds.length === 0) return [];
  const ownReceiptIds = clientOperationIds.map((id) => scope.ownReceipts?.get(id) ?? null);
  const statement = sql<Omit<PastOperation, "decidedAt"> & { decidedAt: string | null }>`
    select past.receipt_id as "receiptId", named.client_operation_id as "clientOperationId",
      past.task_id as "taskId", past.action_kind as "actionKind", ${effectsOf("past")} as effects,
      ${wireInstant("sent.admitted_at")} as "decidedAt",
      (select later.receipt_id from quick_log_operation later
       where later.undoes_receipt_id = past.receipt_id limit 1) is not null as undone,
      coalesce(sent.lineage_id = ${scope.lineageId}::uuid, true) as "isOwn",
      ${laterStarts(scope.lineageId)} as "laterStarts"
    from (
      select * from unnest(${clientOperationIds}::text[], ${ownReceiptIds}::uuid[])
        as own (client_operation_id, receipt_id)
      union all
      select null, receipt_id from unnest(${receiptIds}::uuid[]) as told (receipt_id)
      union all
      select identity.client_operation_id, known.receipt_id
      from unnest(${clientOperationIds}::text[]) as named (client_operation_id)
      cross join lateral (
        select ${scope.lineageId}::uuid as lineage_id, ${scope.relationshipId}::uuid as relationship_id,
          named.client_operation_id
      ) identity
      cross join lateral (
        select receipt_id from receipt where op_key = ${operationKey("identity")} limit 1
      ) known
    ) named
    join lateral (
      select * from quick_log_operation
      where receipt_id = named.receipt_id and relationship_id = ${scope.relationshipId}
        and status = 'ACCEPTED' limit 1
    ) past on true
    left join lateral ${batchWith("past.receipt_id")} sent on true
  `;
  const rows = await runNamed(executor, "past-operations", statement);
  // The batch being admitted has no row yet.
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt ?? scope.now) }));
}

/**
 * Accepted changes of these tasks by other device lineages, and renewals by their source, by task, ordered by
 * revision. One statement.
 */
export async function loadForeignChanges(
  executor: QueryExecutor,
  { lineageId }: { readonly lineageId: string },
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ForeignChange[]>> {
  if (taskIds.length === 0) return new Map();
  const statement = sql<ForeignRow>`
    select change.task_id as "taskId", change.accepted_task_revision as revision,
      ${effectsOf("change")} as effects, null as renewed, ${wireInstant("sent.admitted_at")} as "decidedAt"
    from quick_log_operation change
    cross join lateral ${batchWith("change.receipt_id")} sent
    where change.task_id = any(${taskIds}::uuid[]) and change.status = 'ACCEPTED'
      and sent.lineage_id <> ${lineageId}
    union all
    select event.task_id, (event.metadata ->> 'revision')::int, null, event.metadata -> 'changedFields',
      ${wireInstant("event.occurred_at")}
    from agenda_task_event event
    where event.task_id = any(${taskIds}::uuid[])
      and event.reason in ('SOURCE_CHANGED', 'SOURCE_RESUMED') and event.metadata ? 'changedFields'
    order by 1, 2
  `;
  const rows = await runNamed(executor, "foreign-changes", statement);
  return new Map(
    [...Map.groupBy(rows, ({ taskId }) => taskId)].map(([id, own]) => [id, own.map(foreignChange)]),
  );
}

interface ForeignRow {
  readonly taskId: string;
  readonly revision: number;
  /** RFC 3339. */
  readonly decidedAt: string;
  /** Null if the source renewed it. */
  readonly effects: QuickLogEffects | null;
  /** Null if a phone changed it. */
  readonly renewed: readonly string[] | null;
}

function foreignChange({ revision, effects, renewed, ...row }: ForeignRow): ForeignChange {
  const changed = { revision, decidedAt: new Date(row.decidedAt) };
  return effects === null ? { ...changed, renewed: renewed ?? [] } : { ...changed, effects };
}
