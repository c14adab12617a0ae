import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { AdherenceDeltaType, SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { QuickLogEffects } from "../../rules/quick-log/quick-log-state.ts";
import { wireInstant, type Tx } from "../transact.ts";

/** An accepted operation of a batch, as settlement and the feed read it. */
export interface AcceptedOperation {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly taskId: string;
  /** Of the task, after it. */
  readonly taskRevision: number;
  readonly localDate: string;
  readonly taskKind: string;
  readonly effects: QuickLogEffects;
  readonly isSkip: boolean;
  readonly isUndo: boolean;
  /** RFC 3339. */
  readonly decidedAt: string;
}

/**
 * The accepted quick-log operations of some batches, in the order they were admitted. Each is looked up,
 * by one plan for any number of batches: planning it anew costs as much as reading fifty.
 */
export async function listAcceptedOperations(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly AcceptedOperation[]> {
  const { rows } = await sql<AcceptedOperation>`/* named: accepted-quick-log */
    select q.receipt_id as "receiptId", q.relationship_id as "relationshipId",
      q.device_id as "deviceId", ${wireInstant("q.decided_at")} as "decidedAt",
      q.action_kind = 'UNDO' as "isUndo",
      q.task_id as "taskId", q.accepted_task_revision as "taskRevision", q.local_date::text as "localDate",
      q.task_kind as "taskKind", q.effects, q.action_kind = 'SKIP' as "isSkip"
    from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
    join sync_batch sent on sent.id = batch.id::uuid
    join lateral (select receipt_id from sync_operation
      where device_id = sent.device_id and chain_seq between sent.chain_first and sent.chain_last
      offset 0) receipt on true
    join lateral (select * from quick_log_operation
      where receipt_id = receipt.receipt_id and status = 'ACCEPTED' limit 1) q on true
    order by q.receipt_id
  `.execute(em.getKysely());
  return rows;
}

/** One row of the day's adherence. */
export interface AdherenceDeltaRow {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly deltaType: AdherenceDeltaType;
  readonly taskId: string;
  readonly localDate: string;
  readonly taskKind: string;
  readonly scoreDelta: number;
  readonly metadata: object;
}

/** Adds adherence deltas; one that is there already, from an earlier try, stays as it is. */
export async function insertAdherenceDeltas(
  tx: Tx,
  deltas: readonly AdherenceDeltaRow[],
  now: Date,
): Promise<void> {
  if (deltas.length === 0) return;
  await sql`/* named: adherence-deltas */
    insert into adherence_delta (receipt_id, delta_type, relationship_id, task_id, local_date,
                                 task_kind, score_delta, metadata, created_at)
    select "receiptId", "deltaType", "relationshipId", "taskId", "localDate", "taskKind",
           "scoreDelta", metadata, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as row (
      "receiptId" uuid, "deltaType" text, "relationshipId" uuid, "taskId" uuid, "localDate" date, "taskKind" text,
      "scoreDelta" numeric, metadata jsonb)
    order by 1, 2
    on conflict (receipt_id, delta_type) do nothing
  `.execute(tx.getKysely());
}

/** A skip that stands, with what its routing asks for. */
export interface CountedSkip {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly sourceContext: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/** First and last day of the skips of a relationship around which others are counted. */
export interface SkipSpan {
  readonly relationshipId: string;
  readonly first: string;
  readonly last: string;
}

/**
 * Settled skips of some relationships that were not undone, from `windowDays` before the first day of each
 * to as many after its last. A skip counts as settled once its adherence delta is written.
 */
export async function listCountedSkips(
  tx: Tx,
  spans: readonly SkipSpan[],
  windowDays: number,
): Promise<readonly CountedSkip[]> {
  const { rows } = await sql<CountedSkip>`/* named: counted-skips */
    select q.receipt_id as "receiptId", q.relationship_id as "relationshipId",
      q.task_id as "taskId", q.accepted_task_revision as "taskRevision", q.local_date::text as "localDate",
      t.source_context as "sourceContext", q.reason, q.note is not null as "hasNote"
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as span ("relationshipId" uuid, first date, last date)
    join lateral (select * from quick_log_operation
      where relationship_id = span."relationshipId" and local_date
          between span.first - ${windowDays}::int and span.last + ${windowDays}::int
        and status = 'ACCEPTED' and action_kind = 'SKIP' and reason is not null offset 0) q on true
    join agenda_task t on t.id = q.task_id
    where exists (select from adherence_delta d where d.receipt_id = q.receipt_id)
      and not exists (
        select from quick_log_operation u
        where u.undoes_receipt_id = q.receipt_id and u.status = 'ACCEPTED')
    order by q.receipt_id
  `.execute(tx.getKysely());
  return rows;
}
