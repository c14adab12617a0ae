import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { PURGE_REMINDER_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import type { DeviceStatus } from "../../../contract/sync/vocabulary.ts";
import { firstRow, wireInstant, type Tx } from "../../transact.ts";
import { marksOf } from "../../outbox/actor-rows.ts";
import { isAbout, mayBeStuck, stuckAt } from "./stuck-outbox.ts";

/** A device and the relationship it last worked for, as its actor shows them. */
export interface ActorDevice {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly status: DeviceStatus;
  /** Null before the first batch. */
  readonly relationshipId: string | null;
  readonly workspaceId: string | null;
  /** How often its actor had been marked as due. */
  readonly marks: number | null;
}

/** Reads a device without locking it, and its actor's marks; null for one that does not exist. */
export async function findActorDevice(
  em: SqlEntityManager,
  { deviceId, workflowId }: { readonly deviceId: string; readonly workflowId: string },
): Promise<ActorDevice | null> {
  const { rows } = await sql<ActorDevice>`/* named: actor-device */
    select d.id as "deviceId", d.lineage_id as "lineageId", d.status,
      r.id as "relationshipId", r.workspace_id as "workspaceId", ${marksOf(workflowId)} as marks
    from device d
    left join lateral (
      select relationship_id from sync_batch b where b.device_id = d.id and b.status = 'ADMITTED'
      order by admitted_at limit 1) waiting on true
    left join lateral (
      select relationship_id from sync_operation o
      where o.device_id = d.id order by chain_seq desc limit 1) latest on true
    left join relationship r
      on r.id = coalesce(waiting.relationship_id, latest.relationship_id)
    where d.id = ${deviceId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/**
 * Locks lineage and device, in their order (docs/rules.md#storage-lock-order); false when they do not
 * exist.
 */
export async function lockDevice(tx: Tx, deviceId: string): Promise<boolean> {
  const { rows } = await sql`/* named: lock-device */
    select device.id
    from device join device_lineage lineage on lineage.id = device.lineage_id
    where device.id = ${deviceId}
    for no key update of lineage, device
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** Batches of one relationship to settle together, oldest first. */
export interface BatchSlice {
  readonly relationshipId: string;
  readonly batchIds: readonly string[];
}

/**
 * The next admitted batches of a device, read without a lock: those never tried, all of the
 * relationship whose batch is the oldest. Null when there are none.
 */
export async function findFreshSlice(
  em: SqlEntityManager,
  deviceId: string,
  limit: number,
): Promise<BatchSlice | null> {
  const { rows } = await sql<{ relationshipId: string; batchId: string }>`/* named: fresh-slice */
    with oldest as (
      select relationship_id from sync_batch
      where device_id = ${deviceId} and status = 'ADMITTED' and settle_attempts = 0
      order by admitted_at, id limit 1)
    select b.relationship_id as "relationshipId", b.id as "batchId"
    from sync_batch b join oldest using (relationship_id)
    where b.device_id = ${deviceId} and b.status = 'ADMITTED' and b.settle_attempts = 0
    order by b.admitted_at, b.id
    limit ${limit}
  `.execute(em.getKysely());
  const [first] = rows;
  if (first === undefined) return null;
  return { relationshipId: first.relationshipId, batchIds: rows.map(({ batchId }) => batchId) };
}

/** Admitted batches whose settlement failed before and whose next try is due, each alone. */
export async function findFailedBatches(
  em: SqlEntityManager,
  deviceId: string,
  limit: number,
): Promise<readonly BatchSlice[]> {
  const { rows } = await sql<{
    relationshipId: string;
    batchId: string;
  }>`/* named: failed-batches */
    select relationship_id as "relationshipId", id as "batchId" from sync_batch
    where device_id = ${deviceId} and status = 'ADMITTED' and settle_attempts > 0
      and next_settle_at <= (select clock_now())
    order by next_settle_at, id
    limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ relationshipId, batchId }) => ({ relationshipId, batchIds: [batchId] }));
}

/** A slice as it stands under the locks. */
export interface LockedSlice {
  readonly now: Date;
  readonly workspaceId: string;
  /** Those of the batches that are still admitted. */
  readonly batchIds: readonly string[];
}

/** Reads a slice again once the locks are held, with the clock of that moment. */
export async function readLockedSlice(tx: Tx, slice: BatchSlice): Promise<LockedSlice> {
  const { rows } = await sql<Omit<LockedSlice, "now"> & { now: string }>`/* named: locked-slice */
    select ${wireInstant("clock_now()")} as now, r.workspace_id as "workspaceId",
      (select coalesce(jsonb_agg(b.id order by b.id), '[]') from sync_batch b
       where b.id = any(${slice.batchIds}::uuid[]) and b.status = 'ADMITTED') as "batchIds"
    from relationship r where r.id = ${slice.relationshipId}
  `.execute(tx.getKysely());
  const { now, ...locked } = firstRow(rows);
  return { ...locked, now: new Date(now) };
}

/** Marks batches SETTLED. @throws Error when one of them was not admitted, a fault under the lock. */
export async function markSettled(tx: Tx, batchIds: readonly string[], now: Date): Promise<void> {
  const { numAffectedRows } = await sql`/* named: mark-settled */
    update sync_batch
    set status = 'SETTLED', settled_at = ${now.toISOString()}::timestamptz, failure_code = null
    where id = any(${batchIds}::uuid[]) and status = 'ADMITTED'
  `.execute(tx.getKysely());
  if (Number(numAffectedRows ?? 0n) === batchIds.length) return;
  throw new Error("A batch was settled by somebody else under our lock");
}

/** Failed settlements of batches that are still admitted; the caller holds their scope. */
export async function findSettleAttempts(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly { readonly batchId: string; readonly attempts: number }[]> {
  const { rows } = await sql<{ batchId: string; attempts: number }>`
    select id as "batchId", settle_attempts as attempts from sync_batch
    where id = any(${batchIds}::uuid[]) and status = 'ADMITTED' order by id
  `.execute(tx.getKysely());
  return rows;
}

/** A settlement that failed, and how long it is until the next try. */
export interface FailedSettlement {
  readonly batchId: string;
  /** This one included. */
  readonly attempts: number;
  readonly pauseMs: number;
  /** Class of the fault. */
  readonly failureCode: string;
}

/** Passes a batch over: counts the failed settlement and writes down its next try. */
export async function countFailedSettlement(tx: Tx, failed: FailedSettlement): Promise<void> {
  const { batchId, attempts, pauseMs, failureCode } = failed;
  await sql`
    update sync_batch set settle_attempts = ${attempts}, failure_code = ${failureCode},
      next_settle_at = clock_now() + make_interval(secs => ${pauseMs / 1_000})
    where id = ${batchId} and status = 'ADMITTED'
  `.execute(tx.getKysely());
}

/** What of the sync room itself a device waits for. */
export interface SyncWaits {
  readonly now: Date;
  readonly freshCount: number;
  readonly failedCount: number;
  /** Next try of a batch whose settlement failed; null without one. */
  readonly earliestSettleAt: Date | null;
  readonly deferredCount: number;
  readonly earliestTryAt: Date | null;
  /** When its outbox is stuck, or was found to be; null when it is not about to. */
  readonly stuckAt: Date | null;
  /** Purge orders that were not acknowledged and of which this was not told yet. */
  readonly purgeCount: number;
  readonly purgeReminderAt: Date | null;
}

/** Counts what a device waits for, with the clock of the same moment. */
export async function readSyncWaits(tx: Tx, deviceId: string): Promise<SyncWaits> {
  const { rows } = await sql<
    Omit<SyncWaits, "now" | InstantOfWait> & { now: string } & Record<InstantOfWait, string | null>
  >`/* named: sync-waits */
    select ${wireInstant("clock_now()")} as now, b."freshCount", b."failedCount",
      ${wireInstant("b.settle_at")} as "earliestSettleAt", s."deferredCount",
      ${wireInstant('s."earliestTryAt"')} as "earliestTryAt",
      (select ${wireInstant(stuckAt)} from device_seen seen join device on device.id = seen.device_id
        where seen.device_id = ${deviceId} and device.status = 'ACTIVE'
          and ${mayBeStuck} and ${isAbout}) as "stuckAt",
      p."purgeCount", ${wireInstant('p."purgeReminderAt"')} as "purgeReminderAt"
    from (
      select count(*) filter (where settle_attempts = 0)::int as "freshCount",
        count(*) filter (where settle_attempts > 0)::int as "failedCount",
        min(next_settle_at) filter (where settle_attempts > 0) as settle_at
      from sync_batch where device_id = ${deviceId} and status = 'ADMITTED') b,
    (select count(*)::int as "deferredCount", min(next_attempt_at) as "earliestTryAt"
      from deferred_operation where device_id = ${deviceId} and state = 'OPEN') s,
    (select count(*)::int as "purgeCount",
        min(ordered_at) + make_interval(days => ${PURGE_REMINDER_DAYS}) as "purgeReminderAt"
      from purge_order where device_id = ${deviceId} and acknowledged_at is null
        and withdrawn_at is null and reminded_at is null) p
  `.execute(tx.getKysely());
  const row = firstRow(rows);
  const { freshCount, failedCount, deferredCount, purgeCount } = row;
  return {
    freshCount,
    failedCount,
    deferredCount,
    purgeCount,
    now: new Date(row.now),
    earliestSettleAt: instantOf(row.earliestSettleAt),
    earliestTryAt: instantOf(row.earliestTryAt),
    stuckAt: instantOf(row.stuckAt),
    purgeReminderAt: instantOf(row.purgeReminderAt),
  };
}

type InstantOfWait = "earliestSettleAt" | "earliestTryAt" | "stuckAt" | "purgeReminderAt";

const instantOf = (text: string | null) => (text === null ? null : new Date(text));
