import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { QuickLogEffects } from "../../rules/quick-log/types.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { isEvidence, mayBeLate } from "./effects-of.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { batchOf, isReceiptOf } from "../platform/statements/receipt-range.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { wireInstant, type Tx } from "../platform/transactions/transact.ts";

/** Most operations with a verdict in a batch: those sent, and as many that they replace. */
const MOST_OF_BATCH = 2 * BATCH_LIMITS.operations;

/** The accepted operations of a batch on one local day, for settlement. */
export interface AcceptedDay {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly localDate: string;
  /** RFC 3339. */
  readonly decidedAt: string;
  /** Whether one of them can be undone: undos and imports cannot. */
  readonly isUndoable: boolean;
  readonly skipReceiptIds: readonly string[];
  /** The operations that its undos took back. */
  readonly undoneReceiptIds: readonly string[];
  /** Whether one of them came after the day had closed, or may have. */
  readonly mayBeLate: boolean;
}

/**
 * The days of the accepted quick-log operations of some batches. Each batch is looked up by the range of its receipt
 * ids. One plan serves any number of batches, because planning costs as much as reading fifty.
 *
 * The limit tells the planner how small such a range is. Refused operations are filtered outside of it: otherwise the
 * planner would scan the whole index of accepted operations by task.
 *
 * An import that changed no task touches no day, which may not even exist; neither does a snooze that was over.
 */
export async function listAcceptedDays(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly AcceptedDay[]> {
  const statement = sql<AcceptedDay>`
    select sent.relationship_id as "relationshipId", sent.device_id as "deviceId",
      day.local_date::text as "localDate", ${wireInstant("sent.admitted_at")} as "decidedAt",
      day."isUndoable", day."skipReceiptIds", day."undoneReceiptIds", day."mayBeLate"
    from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
    join lateral (select * from sync_batch where id = batch.id::uuid limit 1) sent on true
    join lateral (
      select local_date, bool_or(action_kind <> 'UNDO' and task_id is not null) as "isUndoable",
        coalesce(json_agg(receipt_id order by receipt_id) filter (where action_kind = 'SKIP'), '[]')
          as "skipReceiptIds",
        coalesce(json_agg(undoes_receipt_id order by receipt_id)
          filter (where undoes_receipt_id is not null), '[]') as "undoneReceiptIds", bool_or(${mayBeLate("operation")}) as "mayBeLate"
      from (select receipt_id, task_id, local_date, action_kind, status, task_from, task_to,
          undoes_receipt_id, effects is not null or task_id is not null and ${isEvidence("quick_log_operation")} as "touchesDay"
        from quick_log_operation
        where ${isReceiptOf("sent.id")} limit ${sql.lit(MOST_OF_BATCH)}) operation
      where status = 'ACCEPTED' and "touchesDay"
      group by local_date
    ) day on true
    order by sent.id, day.local_date
  `;
  return await runNamed(tx, "accepted-days", statement);
}

/** An import of a batch. */
export interface AcceptedImport {
  readonly localDate: string;
  readonly metricKind: string;
}

/** An accepted operation of a batch, as the feed reports it. */
export interface AcceptedOperation {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly taskId: string;
  /** Revision of the task after it. */
  readonly taskRevision: number;
  readonly taskFrom: TaskStatus;
  readonly taskTo: TaskStatus;
  /** The import, which has no task; null for anything else. */
  readonly imported: AcceptedImport | null;
  readonly isUndo: boolean;
  readonly recordsValue: boolean;
  /** Whether it recorded a value of a measurement. */
  readonly isMeasured: boolean;
  /** Items that it changed, null if none. */
  readonly items: QuickLogEffects["items"] | null;
}

/**
 * The accepted quick-log operations of some batches, in the order of admission. Measurements are looked up once for
 * each day, which has few: looking up the kind of each operation's task cost more than all the rest.
 */
export async function listAcceptedOperations(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly AcceptedOperation[]> {
  const statement = sql<AcceptedOperation>`
    select q.receipt_id as "receiptId", q.relationship_id as "relationshipId", q.task_id as "taskId",
      q.accepted_task_revision as "taskRevision", q.task_from as "taskFrom", q.task_to as "taskTo",
      q.action_kind = 'UNDO' as "isUndo", q.source_type is not null as "recordsValue",
      coalesce(q.source_type is not null and q.task_id = any(measurements.ids), false) as "isMeasured",
      q.effects -> 'items' as items,
      case when q.task_id is null then json_build_object('localDate', q.local_date,
        'metricKind', q.metric_kind) end as imported
    from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
    join lateral (select * from quick_log_operation
      where ${isReceiptOf("batch.id::uuid")} limit ${sql.lit(MOST_OF_BATCH)}) q on q.status = 'ACCEPTED'
    left join lateral (select array_agg(id) as ids from agenda_task
      where relationship_id = q.relationship_id and local_date = q.local_date
        and task_kind = 'MEASUREMENT') measurements on true
    order by q.receipt_id
  `;
  return await runNamed(em, "accepted-quick-log", statement);
}

/** A skip of a task, with the facts that events report. */
export interface SkipReport {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly sourceContext: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/** A skip in force, with the facts for its routing; see `rules/quick-log/route-skips.ts`. */
export interface CountedSkip extends SkipReport {
  readonly countsWith: string;
}

/**
 * First and last local day of the skips being settled. Skips up to `windowDays` before and after count towards the
 * thresholds.
 */
export interface SkipSpan {
  readonly relationshipId: string;
  readonly first: string;
  readonly last: string;
}

/**
 * Settled skips of some relationships that were not undone, from `windowDays` before the first day of each to
 * `windowDays` after its last. Skips of an unsettled batch count only after its settlement. Skips of a check-in or a
 * workout stop counting once it is completed.
 *
 * @param settling batches being settled now, not marked as settled yet.
 */
export async function listCountedSkips(
  executor: QueryExecutor,
  spans: readonly SkipSpan[],
  { windowDays, settling }: { readonly windowDays: number; readonly settling: readonly string[] },
): Promise<readonly CountedSkip[]> {
  const statement = sql<CountedSkip>`
    select q.receipt_id as "receiptId", q.receipt_id as "countsWith",
      q.relationship_id as "relationshipId",
      q.task_id as "taskId", q.local_date::text as "localDate", t.source_context as "sourceContext",
      q.reason, q.note is not null as "hasNote"
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as span ("relationshipId" uuid, first date, last date)
    join lateral (select * from quick_log_operation
      where relationship_id = span."relationshipId" and local_date
          between span.first - ${windowDays}::int and span.last + ${windowDays}::int
        and status = 'ACCEPTED' and action_kind = 'SKIP' and reason is not null offset 0) q on true
    join lateral (select from sync_batch where id = ${batchOf("q.receipt_id")}
      and (status = 'SETTLED' or id = any(${settling}::uuid[])) limit 1) sent on true
    join agenda_task t on t.id = q.task_id
    where not (t.task_kind in ('CHECK_IN', 'WORKOUT') and t.status = 'COMPLETED')
      and (select later.receipt_id from quick_log_operation later
           where later.undoes_receipt_id = q.receipt_id limit 1) is null
    union all
    select told.id, told.source_id, told.relationship_id, told.task_id, told.local_date::text, told.source_context,
      told.reason, told.has_note
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as span ("relationshipId" uuid, first date, last date)
    join lateral (select * from reported_skip
      where relationship_id = span."relationshipId" and local_date
        between span.first - ${windowDays}::int and span.last + ${windowDays}::int offset 0) told on true
    order by 1
  `;
  return await runNamed(executor, "counted-skips", statement);
}

/** The undone skips among some operations. One statement. */
export async function listWithdrawnSkips(
  tx: Tx,
  receiptIds: readonly string[],
): Promise<readonly SkipReport[]> {
  const withdrawn = tables(tx)
    .selectFrom("quickLogOperation as operation")
    .innerJoin("agendaTask as task", "task.id", "operation.taskId")
    .select(["operation.receiptId", "operation.relationshipId", "task.id as taskId"])
    .select(["operation.localDate", "task.sourceContext"])
    .select(({ eb, ref }) => [
      ref("operation.reason").$notNull().as("reason"),
      eb("operation.note", "is not", null).$castTo<boolean>().as("hasNote"),
    ])
    .where("operation.receiptId", "=", anyOf(receiptIds))
    .where("operation.actionKind", "=", "SKIP")
    .where("operation.reason", "is not", null)
    .orderBy("operation.receiptId");
  return await runNamed(tx, "withdrawn-skips", withdrawn);
}
