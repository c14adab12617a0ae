import { sql } from "kysely";
import type { AdherenceDeltaType, SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { QuickLogEffects } from "../../rules/quick-log/quick-log-state.ts";
import { firstRow, wireInstant, type Tx } from "../transact.ts";

/** An accepted operation of a batch, as settlement reads it. */
export interface AcceptedOperation {
  readonly receiptId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly taskKind: string;
  readonly effects: QuickLogEffects;
  readonly isSkip: boolean;
}

/**
 * The accepted quick-log operations of some batches, in the order they were admitted. Each is looked up,
 * by one plan for any number of batches: planning it anew costs as much as reading fifty.
 */
export async function listAcceptedOperations(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly AcceptedOperation[]> {
  const { rows } = await sql<AcceptedOperation>`/* named: accepted-quick-log */
    select q.receipt_id as "receiptId", q.task_id as "taskId", q.local_date::text as "localDate",
      q.task_kind as "taskKind", q.effects, q.action_kind = 'SKIP' as "isSkip"
    from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
    join lateral (select receipt_id from sync_operation
      where batch_id = batch.id::uuid offset 0) receipt on true
    join lateral (select * from quick_log_operation
      where receipt_id = receipt.receipt_id and status = 'ACCEPTED' limit 1) q on true
    order by q.receipt_id
  `.execute(tx.getKysely());
  return rows;
}

/** One row of the day's adherence. */
export interface AdherenceDeltaRow {
  readonly receiptId: string;
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
  { relationshipId, now }: { readonly relationshipId: string; readonly now: Date },
  deltas: readonly AdherenceDeltaRow[],
): Promise<void> {
  if (deltas.length === 0) return;
  await sql`/* named: adherence-deltas */
    insert into adherence_delta (receipt_id, delta_type, relationship_id, task_id, local_date,
                                 task_kind, score_delta, metadata, created_at)
    select "receiptId", "deltaType", ${relationshipId}::uuid, "taskId", "localDate", "taskKind",
           "scoreDelta", metadata, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as row (
      "receiptId" uuid, "deltaType" text, "taskId" uuid, "localDate" date, "taskKind" text,
      "scoreDelta" numeric, metadata jsonb)
    order by 1, 2
    on conflict (receipt_id, delta_type) do nothing
  `.execute(tx.getKysely());
}

/** A skip that stands, with what its routing asks for. */
export interface CountedSkip {
  readonly receiptId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly sourceContext: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/**
 * Settled skips of a relationship that were not undone, from `windowDays` before the first to as many
 * after the last of the given days. A skip counts as settled once its adherence delta is written.
 */
export async function listCountedSkips(
  tx: Tx,
  relationshipId: string,
  { localDates, windowDays }: { localDates: readonly string[]; windowDays: number },
): Promise<readonly CountedSkip[]> {
  const { rows } = await sql<CountedSkip>`/* named: counted-skips */
    with span as (
      select min(day) - ${windowDays}::int as first, max(day) + ${windowDays}::int as last
      from unnest(${localDates}::date[]) as day)
    select q.receipt_id as "receiptId", q.task_id as "taskId", q.local_date::text as "localDate",
      t.source_context as "sourceContext", q.reason, q.note is not null as "hasNote"
    from quick_log_operation q
    join agenda_task t on t.id = q.task_id
    where q.relationship_id = ${relationshipId}
      and q.local_date between (select first from span) and (select last from span)
      and q.status = 'ACCEPTED' and q.action_kind = 'SKIP' and q.reason is not null
      and exists (select from adherence_delta d where d.receipt_id = q.receipt_id)
      and not exists (
        select from quick_log_operation u
        where u.undoes_receipt_id = q.receipt_id and u.status = 'ACCEPTED')
    order by q.receipt_id
  `.execute(tx.getKysely());
  return rows;
}

// Past its deadline, or its day was reviewed: either ends the window
// (docs/rules.md#quick-log-undo-window).
const windowEnded = sql`(q.undo_until <= (select clock_now()) or exists (
  select from agenda_day d
  where d.relationship_id = q.relationship_id and d.local_date = q.local_date
    and d.reviewed_at is not null))`;

/** Relationships in which undo windows of a device have ended. */
export async function findEndedUndoScopes(tx: Tx, deviceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ relationshipId: string }>`/* named: ended-undo-scopes */
    select distinct q.relationship_id as "relationshipId" from quick_log_operation q
    where q.device_id = ${deviceId} and q.undo_until is not null and ${windowEnded}
    order by 1
  `.execute(tx.getKysely());
  return rows.map(({ relationshipId }) => relationshipId);
}

/** Closes the undo windows of a device that have ended in one relationship; answers how many. */
export async function closeUndoWindows(
  tx: Tx,
  deviceId: string,
  relationshipId: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update quick_log_operation q set undo_until = null
    where q.device_id = ${deviceId} and q.relationship_id = ${relationshipId}
      and q.undo_until is not null and ${windowEnded}
  `.execute(tx.getKysely());
  return Number(numAffectedRows);
}

/** Undo windows of a device that were not closed yet. */
export interface OpenUndoWindows {
  readonly count: number;
  /** When the first of them ends: in the past when its day was reviewed. */
  readonly earliest: Date | null;
}

/** Counts the undo windows of a device that were not closed yet. */
export async function readUndoWindows(tx: Tx, deviceId: string): Promise<OpenUndoWindows> {
  const { rows } = await sql<{ count: number; earliest: string | null }>`/* named: undo-windows */
    select coalesce(sum(q.count), 0)::int as count,
      ${wireInstant("min(least(q.undo_until, d.reviewed_at))")} as earliest
    from (
      select relationship_id, local_date, count(*) as count, min(undo_until) as undo_until
      from quick_log_operation
      where device_id = ${deviceId} and undo_until is not null
      group by relationship_id, local_date) q
    left join agenda_day d
      on d.relationship_id = q.relationship_id and d.local_date = q.local_date
  `.execute(tx.getKysely());
  const { count, earliest } = firstRow(rows);
  return { count, earliest: earliest === null ? null : new Date(earliest) };
}
