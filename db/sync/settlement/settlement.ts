import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { PURGE_REMINDER_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import type { DeviceStatus } from "../../../contract/sync/vocabulary.ts";
import { firstRow, wireInstant, type Tx } from "../../platform/transactions/transact.ts";
import { marksOf } from "../../outbox/actor-rows.ts";
import { isAbout, mayBeStuck, stuckAt } from "./may-be-stuck.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** A device and its last relationship, as its actor displays them. */
export interface ActorDevice {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly status: DeviceStatus;
  /** Null before the first batch. */
  readonly relationshipId: string | null;
  readonly workspaceId: string | null;
  /** How often its actor had been marked as due. */
  readonly marks: number | null;
  /** Batches of it that lanes settled since its actor last ran. */
  readonly settledSince: number;
}

/**
 * Locks the row of a device's actor until the end of the transaction. An act that makes it due earlier comes before its
 * facts are read, or after its next wait is stored.
 */
export async function lockDeviceActor(tx: Tx, workflowId: string): Promise<void> {
  const statement = sql`
    select from actor where workflow_id = ${workflowId} for no key update
  `;
  await runNamed(tx, "lock-device-actor", statement);
}

/** Reads a device without locking it, with its actor's marks; null if it does not exist. */
export async function findActorDevice(
  em: SqlEntityManager,
  { deviceId, workflowId }: { readonly deviceId: string; readonly workflowId: string },
): Promise<ActorDevice | null> {
  const statement = sql<ActorDevice>`
    select d.id as "deviceId", d.lineage_id as "lineageId", d.status,
      r.id as "relationshipId", r.workspace_id as "workspaceId", ${marksOf(workflowId)} as marks,
      (select count(*)::int from sync_batch b join actor a on a.workflow_id = ${workflowId}
        where b.device_id = d.id and b.settled_at > coalesce(a.last_settled_at, b.admitted_at)
          and b.admitted_at > coalesce(a.last_settled_at, (select clock_now())) - interval '1 day'
      ) as "settledSince"
    from device d
    left join lateral (
      select relationship_id from sync_batch b
      where b.device_id = d.id and b.chain_first is not null
      order by b.chain_first desc limit 1) latest on true
    left join relationship r
      on r.id = latest.relationship_id
    where d.id = ${deviceId}
  `;
  const rows = await runNamed(em, "actor-device", statement);
  return rows[0] ?? null;
}

/** Locks lineage and device, in this order (docs/rooms/storage.md#lock-order); false if they do not exist. */
export async function lockDevice(tx: Tx, deviceId: string): Promise<boolean> {
  const statement = sql`
    select device.id
    from device join device_lineage lineage on lineage.id = device.lineage_id
    where device.id = ${deviceId}
    for no key update of lineage, device
  `;
  const rows = await runNamed(tx, "lock-device", statement);
  return rows.length === 1;
}

/** The next wait of a device within sync itself. */
export interface SyncWaits {
  readonly now: Date;
  readonly deferredCount: number;
  readonly earliestTryAt: Date | null;
  /** When its outbox is or was stuck; null if it is not about to be. */
  readonly stuckAt: Date | null;
  /** Unacknowledged purge orders that were not reported yet. */
  readonly purgeCount: number;
  readonly purgeReminderAt: Date | null;
}

/** Reads what a device waits for, with the clock at the same moment. */
export async function readSyncWaits(tx: Tx, deviceId: string): Promise<SyncWaits> {
  const statement = sql<
    Omit<SyncWaits, "now" | InstantOfWait> & { now: string } & Record<InstantOfWait, string | null>
  >`
    select ${wireInstant("clock_now()")} as now, s."deferredCount",
      ${wireInstant('s."earliestTryAt"')} as "earliestTryAt",
      (select ${wireInstant(stuckAt)} from device_seen seen join device on device.id = seen.device_id
        where seen.device_id = ${deviceId} and device.status = 'ACTIVE'
          and ${mayBeStuck} and ${isAbout}) as "stuckAt",
      p."purgeCount", ${wireInstant('p."purgeReminderAt"')} as "purgeReminderAt"
    from (select count(*)::int as "deferredCount", min(next_attempt_at) as "earliestTryAt"
      from deferred_operation where device_id = ${deviceId} and state = 'OPEN') s,
    (select count(*)::int as "purgeCount",
        min(ordered_at) + make_interval(days => ${PURGE_REMINDER_DAYS}) as "purgeReminderAt"
      from purge_order where device_id = ${deviceId} and acknowledged_at is null
        and withdrawn_at is null and reminded_at is null) p
  `;
  const rows = await runNamed(tx, "sync-waits", statement);
  const row = firstRow(rows);
  const { deferredCount, purgeCount } = row;
  return {
    deferredCount,
    purgeCount,
    now: new Date(row.now),
    earliestTryAt: instantOf(row.earliestTryAt),
    stuckAt: instantOf(row.stuckAt),
    purgeReminderAt: instantOf(row.purgeReminderAt),
  };
}

type InstantOfWait = "earliestTryAt" | "stuckAt" | "purgeReminderAt";

const instantOf = (text: string | null) => (text === null ? null : new Date(text));
