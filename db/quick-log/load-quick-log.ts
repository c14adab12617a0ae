import { sql } from "kysely";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogEffects,
} from "../../rules/quick-log/quick-log-state.ts";
import { operationKey } from "../operation-key.ts";
import { batchOf } from "../receipt-range.ts";
import type { QueryExecutor } from "../pipeline.ts";
import { prepareQuery, type Slots } from "../prepared-query.ts";
import { type RowArrays, rowArrays, rowTable, type RowTypes } from "../row-arrays.ts";
import { wireInstant } from "../transact.ts";
import { effectsOf } from "./effects-of.ts";

/** Which value entries of a task its operations may look at one by one. */
export interface WantedValues {
  readonly taskId: string;
  /** How many of the newest that stand. */
  readonly newest: number;
  /** Those that stand and were recorded at one of these instants, where the task's values add up. */
  readonly moments: readonly string[];
  /** Those with one of these ids, and the entries they supersede. */
  readonly ids: readonly string[];
}

const WANTED: RowTypes<WantedValues> = {
  taskId: "uuid",
  newest: "int",
  moments: "timestamptz[]",
  ids: "uuid[]",
};

/** What of an entry is its value: of some hundred rows the rest would be copied for nothing. */
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

/** At most one of the three. */
interface TypedValue {
  readonly numericValue: number | null;
  readonly textValue: string | null;
  readonly booleanValue: boolean | null;
}

/** Looked up for each entry: as an anti-join the planner would read all corrections there are. */
const superseder = sql<string | null>`(
  select later.receipt_id from quick_log_operation later
  where later.supersedes_id = entry.receipt_id limit 1)`;
/**
 * As a case, because of a bare `is null` the planner believes that it is never true, and reads and sorts
 * all entries of the task to find the newest.
 */
const stands = sql<boolean>`entry.status = 'ACCEPTED' and (entry.numeric_value is not null
    or entry.text_value is not null or entry.boolean_value is not null)
  and case when ${superseder} is null then true else false end`;

// Looked up by themselves: of a join, a plan that is kept while there are few goes through all of them.
const operationOf = (receiptId: string) =>
  sql.raw(`(select * from quick_log_operation where receipt_id = ${receiptId} limit 1)`);
const batchWith = (receiptId: string) =>
  sql`(select * from sync_batch where id = ${batchOf(receiptId)} limit 1)`;

/** Only where values add up is one that was recorded at the same moment the same value said again. */
const addsUp = sql<boolean>`'ACCUMULATE' = (
  select coalesce(task.snapshot #>> '{metric,mode}', task.snapshot #>> '{metrics,0,mode}') from agenda_task task where task.id = wanted."taskId")`;

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
       where entry.task_id = wanted."taskId" and ${stands}
       order by entry.receipt_id desc limit wanted.newest)
      union all
      select ${valueOf("entry")}, false from quick_log_operation entry
      where cardinality(wanted.moments) > 0 and ${addsUp} and entry.task_id = wanted."taskId"
        and entry.recorded_at = any(wanted.moments) and ${stands}
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

/**
 * The wanted value entries, by task, in the order they were accepted. Each is looked up: what it costs
 * does not grow with the values that a day has, but for a moment, which the day is searched for.
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

/** Whose operations an undo may name. */
export interface UndoScope {
  readonly relationshipId: string;
  readonly lineageId: string;
  readonly now: Date;
  /** Receipts of the same batch by the ids of their operations, when it is decided in parts. */
  readonly ownReceipts?: ReadonlyMap<string, string>;
}

/** Operations of the relationship that undos name. */
export interface NamedOperations {
  /** Of whichever phone. */
  readonly receiptIds: readonly string[];
  /** Of the phone's own lineage. */
  readonly clientOperationIds: readonly string[];
}

/** SQL of the starts that other phones sent after `past`, and that stand; `lineageId` is that of the batch under way. */
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
 * The accepted ones of some operations, for undo; one that is named in both ways comes twice. Of a batch that is
 * decided in parts the receipts are not written yet, so that it tells them itself.
 */
export async function loadPastOperations(
  executor: QueryExecutor,
  scope: UndoScope,
  { receiptIds, clientOperationIds }: NamedOperations,
): Promise<readonly PastOperation[]> {
  if (receiptIds.length + clientOperationIds.length === 0) return [];
  const ownReceiptIds = clientOperationIds.map((id) => scope.ownReceipts?.get(id) ?? null);
  const { rows } = await sql<
    Omit<PastOperation, "decidedAt"> & { decidedAt: string | null }
  >`/* named: past-operations */
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
  `.execute(executor);
  // The batch that is admitted now has no row yet.
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt ?? scope.now) }));
}

/**
 * Accepted changes of these tasks by other device lineages, and what their source renewed of them, by task, in the order
 * of their revisions. One statement.
 */
export async function loadForeignChanges(
  executor: QueryExecutor,
  { lineageId }: { readonly lineageId: string },
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ForeignChange[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<ForeignRow>`/* named: foreign-changes */
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
  `.execute(executor);
  return new Map(
    [...Map.groupBy(rows, ({ taskId }) => taskId)].map(([id, own]) => [id, own.map(foreignChange)]),
  );
}

interface ForeignRow {
  readonly taskId: string;
  readonly revision: number;
  /** RFC 3339. */
  readonly decidedAt: string;
  /** Null where the source renewed it. */
  readonly effects: QuickLogEffects | null;
  /** Null where a phone changed it. */
  readonly renewed: readonly string[] | null;
}

function foreignChange({ revision, effects, renewed, ...row }: ForeignRow): ForeignChange {
  const changed = { revision, decidedAt: new Date(row.decidedAt) };
  return effects === null ? { ...changed, renewed: renewed ?? [] } : { ...changed, effects };
}
