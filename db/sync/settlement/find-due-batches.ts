import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";
import { anyOf, clockNow, secondsAgo } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { firstRow, wireInstant, type Tx } from "../../platform/transactions/transact.ts";
import { waitsFor } from "./find-due-lanes.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Batches for a lane to settle, fewest failures first, then longest due; read without a lock. A batch that was never
 * tried counts even if it might wait for others: the lane is awake, and here they are. Not prepared: a plan for any
 * number of due batches would read all of them.
 */
export async function findDueBatches(
  em: SqlEntityManager,
  { share, failed, except, only, limit }: DueQuery,
): Promise<readonly DueBatch[]> {
  const { rows } = await sql<DueBatch>`
    select due.id as "batchId", due.relationship_id as "relationshipId",
      (extract(epoch from clock_now() - due.next_settle_at) * 1000)::float8 as "lateByMs",
      scope.relationship_id is null as orphaned, due.trace_context as "traceContext"
    from (
      select id, relationship_id, next_settle_at, settle_attempts, trace_context from sync_batch
      where ${waitsFor(share)}
        and ${failed ? sql`settle_attempts > 0 and next_settle_at <= (select clock_now())` : sql`settle_attempts = 0`}
        and relationship_id <> all(${except}::uuid[])
        and ${only === undefined ? sql`true` : sql`relationship_id = any(${only}::uuid[])`}
      order by ${failed ? sql`settle_attempts, next_settle_at, id` : sql`next_settle_at, id`}
      limit ${limit}) due
    left join relationship_scope scope using (relationship_id)
    order by due.settle_attempts, due.next_settle_at, due.id
  `.execute(em.getKysely());
  return rows;
}

/** A due admitted batch that a lane found without a lock. */
export interface DueBatch {
  readonly batchId: string;
  readonly relationshipId: string;
  /** How long it has been due, in milliseconds. */
  readonly lateByMs: number;
  /** Whether its relationship is gone: it then has no consequences. */
  readonly orphaned: boolean;
  /** `traceparent` of its admission; null unless that was recorded. */
  readonly traceContext: string | null;
}

/** Selects due batches of a lane. */
export interface DueQuery {
  readonly share: LaneShare;
  /** True for those whose settlement failed before, false for those never tried. */
  readonly failed: boolean;
  /** Relationships locked by others. */
  readonly except: readonly string[];
  /** Only these relationships; all by default. */
  readonly only?: readonly string[];
  readonly limit: number;
}

/** An admitted batch, while its relationship is locked. */
export interface SettlingBatch {
  readonly batchId: string;
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
}

/** Batches read under their locks, with the clock at that moment. */
export interface LockedBatches {
  readonly now: Date;
  /** The batches that are still admitted, ordered by id. */
  readonly batches: readonly SettlingBatch[];
}

/** Reads batches again after locking their relationships: only their status decides what to settle. */
export async function readLockedBatches(
  tx: Tx,
  batchIds: readonly string[],
): Promise<LockedBatches> {
  const statement = sql<{
    now: string;
    batches: readonly SettlingBatch[];
  }>`
    select ${wireInstant("clock_now()")} as now, (
      select coalesce(jsonb_agg(jsonb_build_object('batchId', b.id, 'deviceId', b.device_id,
        'relationshipId', b.relationship_id, 'workspaceId', r.workspace_id) order by b.id), '[]')
      from sync_batch b join relationship r on r.id = b.relationship_id
      where b.id = any(${batchIds}::uuid[]) and b.status = 'ADMITTED') as batches
  `;
  const rows = await runNamed(tx, "locked-batches", statement);
  const { now, batches } = firstRow(rows);
  return { now: new Date(now), batches };
}

/** The lane that settled and its run, so that support finds its history. */
export interface Settler {
  readonly lane: number;
  readonly runId: string;
}

/** Marks batches SETTLED. @throws Error if one of them is not ADMITTED, which its locks rule out. */
export async function markSettled(
  tx: Tx,
  batchIds: readonly string[],
  { lane, runId, now }: Settler & { readonly now: Date },
): Promise<void> {
  const statement = sql`
    update sync_batch
    set status = 'SETTLED', settled_at = ${now.toISOString()}::timestamptz, failure_code = null,
      settled_lane = ${lane}, settled_run = ${runId}::uuid
    where id = any(${batchIds}::uuid[]) and status = 'ADMITTED'
    returning id
  `;
  const settled = await runNamed(tx, "mark-settled", statement);
  if (settled.length === batchIds.length) return;
  throw new Error("Another transaction settled a batch despite our lock");
}

/** Closes batches whose relationship is gone; they have no consequences. */
export async function closeOrphans(
  tx: Tx,
  batchIds: readonly string[],
  { lane, runId }: Settler,
): Promise<void> {
  await tables(tx)
    .updateTable("syncBatch")
    .set({
      status: "SETTLED",
      settledAt: clockNow,
      failureCode: "GONE",
      settledLane: lane,
      settledRun: runId,
    })
    .where("id", "=", anyOf(batchIds))
    .where("status", "=", "ADMITTED")
    .execute();
}

/** Counts a failed settlement; the batches are retried one by one, after those never tried. */
export async function countFailedSettlement(
  tx: Tx,
  batchIds: readonly string[],
  failureCode: string,
): Promise<readonly { readonly batchId: string; readonly attempts: number }[]> {
  return await tables(tx)
    .updateTable("syncBatch")
    .set(({ eb }) => ({ settleAttempts: eb("settleAttempts", "+", 1), failureCode }))
    .where("id", "=", anyOf(batchIds))
    .where("status", "=", "ADMITTED")
    .returning(["id as batchId", "settleAttempts as attempts"])
    .execute();
}

/** Postpones the next attempt to settle a batch. */
export async function postponeSettlement(
  tx: Tx,
  { batchId, pauseMs }: { readonly batchId: string; readonly pauseMs: number },
): Promise<void> {
  await tables(tx)
    .updateTable("syncBatch")
    .set({ nextSettleAt: secondsAgo(-pauseMs / 1_000) })
    .where("id", "=", batchId)
    .where("status", "=", "ADMITTED")
    .execute();
}

/**
 * Sets the lock timeout and the statement timeout of a slice for this transaction. Each statement finds its rows by
 * keys, regardless of the statistics at planning time (force-generic-plans.ts).
 */
export async function limitSlice(
  tx: Tx,
  { lockMs, statementMs }: { readonly lockMs: number; readonly statementMs: number },
): Promise<void> {
  const statement = sql`
    select set_config('lock_timeout', ${String(lockMs)}, true),
      set_config('statement_timeout', ${String(statementMs)}, true),
      set_config('enable_seqscan', 'off', true)
  `;
  await runNamed(tx, "limit-slice", statement);
}
