import { sql } from "kysely";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeferralReason, DeferralState } from "../../../contract/sync/vocabulary.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { wireInstant, type Tx } from "../../transact.ts";

/** Identity of an operation that was deferred. */
export interface DeferralKey {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
}

/** An operation that was deferred, with all a further try needs. */
export interface Deferral extends DeferralKey {
  readonly deviceId: string;
  /** The batch that brought it. */
  readonly batchId: string;
  readonly appSurface: DeviceSurface;
  readonly reason: DeferralReason;
  readonly state: DeferralState;
  /** Tries that crashed so far, the admission among them. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly faultClass: string;
  /** The operation as it was admitted, JSON text. */
  readonly envelope: string;
  readonly requestId: string;
  /** How the device's clock stood when it sent the operation. */
  readonly clock: ClockReading;
}

type Row = Omit<Deferral, "nextAttemptAt" | "clock"> & {
  readonly nextAttemptAt: string;
  readonly receivedAt: string;
  readonly offsetMs: number | null;
  readonly roundTripMs: number | null;
};

/** Where operations were sent from, and about whom. */
type DeferralScope = Pick<DeferralKey, "lineageId" | "relationshipId">;

/** The deferred operation with this identity, or null. */
export async function findDeferral(tx: Tx, key: DeferralKey): Promise<Deferral | null> {
  const [deferral] = await listDeferrals(tx, key, [key.clientOperationId]);
  return deferral ?? null;
}

/** Those of the operations that were deferred. */
export async function listDeferrals(
  tx: Tx,
  { lineageId, relationshipId }: DeferralScope,
  clientOperationIds: readonly string[],
): Promise<readonly Deferral[]> {
  const { rows } = await sql<Row>`
    select deferral.lineage_id as "lineageId", deferral.relationship_id as "relationshipId",
      deferral.client_operation_id as "clientOperationId", deferral.device_id as "deviceId",
      deferral.batch_id as "batchId",
      lineage.app_surface as "appSurface", deferral.reason, deferral.state, deferral.attempts,
      ${wireInstant("deferral.next_attempt_at")} as "nextAttemptAt",
      deferral.fault_class as "faultClass", deferral.envelope, batch.request_id as "requestId",
      ${wireInstant("coalesce(batch.received_at, batch.admitted_at)")} as "receivedAt",
      batch.clock_offset_ms::float8 as "offsetMs", batch.clock_round_trip_ms as "roundTripMs"
    from deferred_operation deferral
    join device_lineage lineage on lineage.id = deferral.lineage_id
    join sync_batch batch on batch.id = deferral.batch_id
    where deferral.lineage_id = ${lineageId} and deferral.relationship_id = ${relationshipId}
      and deferral.client_operation_id = any(${clientOperationIds}::text[])
  `.execute(tx.getKysely());
  return rows.map(({ receivedAt, offsetMs, roundTripMs, nextAttemptAt, ...deferral }) => ({
    ...deferral,
    nextAttemptAt: new Date(nextAttemptAt),
    clock: { receivedAt: new Date(receivedAt), offsetMs, roundTripMs },
  }));
}

/** One more try that failed. */
interface FailedTry {
  readonly reason: DeferralReason;
  readonly attempts: number;
  readonly faultClass: string;
  readonly now: Date;
}

/** Sets when an operation is tried next. */
export async function postponeDeferral(
  tx: Tx,
  key: DeferralKey,
  next: FailedTry & { readonly nextAttemptAt: Date },
): Promise<void> {
  await sql`
    update deferred_operation
    set reason = ${next.reason}, attempts = ${next.attempts}, fault_class = ${next.faultClass},
      next_attempt_at = ${next.nextAttemptAt}, updated_at = ${next.now}
    where lineage_id = ${key.lineageId} and relationship_id = ${key.relationshipId}
      and client_operation_id = ${key.clientOperationId}
  `.execute(tx.getKysely());
}

/** The end of the tries of operations. */
interface EndOfTries {
  readonly state: Exclude<DeferralState, "OPEN">;
  readonly now: Date;
  readonly failed?: FailedTry;
  /** What it holds is kept elsewhere from now on: its envelope goes. */
  readonly forgets?: boolean;
}

/** Ends the tries of an operation: its verdict is stored. Those that wait for another are due. */
export async function closeDeferral(tx: Tx, key: DeferralKey, end: EndOfTries): Promise<void> {
  await closeDeferrals(tx, { ...key, clientOperationIds: [key.clientOperationId] }, end);
}

/** The same of several. */
export async function closeDeferrals(
  tx: Tx,
  which: DeferralScope & { readonly clientOperationIds: readonly string[] },
  end: EndOfTries,
): Promise<void> {
  const { lineageId, relationshipId, clientOperationIds } = which;
  await sql`
    update deferred_operation
    set state = ${end.state}, updated_at = ${end.now},
      envelope = case when ${end.forgets ?? false}::boolean then '' else envelope end,
      attempts = coalesce(${end.failed?.attempts ?? null}, attempts),
      fault_class = coalesce(${end.failed?.faultClass ?? null}, fault_class)
    where lineage_id = ${lineageId} and relationship_id = ${relationshipId}
      and client_operation_id = any(${clientOperationIds}::text[])
  `.execute(tx.getKysely());
  await sql`
    update deferred_operation set next_attempt_at = ${end.now}
    where lineage_id = ${lineageId} and relationship_id = ${relationshipId}
      and state = 'OPEN' and reason = 'DEPENDENCY' and next_attempt_at > ${end.now}
  `.execute(tx.getKysely());
}

/** Forgets an operation that waited in vain; sent again, it is judged afresh. */
export async function dropDeferral(tx: Tx, key: DeferralKey): Promise<void> {
  await sql`
    delete from deferred_operation
    where lineage_id = ${key.lineageId} and relationship_id = ${key.relationshipId}
      and client_operation_id = ${key.clientOperationId} and state = 'OPEN'
  `.execute(tx.getKysely());
}
