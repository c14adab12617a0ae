import type { DeferralReason, DeferralState } from "../../../contract/sync/vocabulary.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Identity of an operation that was deferred. */
export interface DeferralKey {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
}

/**
 * An operation that was deferred, with all a further try needs: the operation as it was admitted, JSON text; the batch
 * that brought it; how often it crashed so far, the admission among them; how its device's clock stood when it sent it.
 */
export type Deferral = Awaited<ReturnType<typeof listDeferrals>>[number];

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
) {
  const rows = await tables(tx)
    .selectFrom("deferredOperation as deferral")
    .innerJoin("deviceLineage as lineage", "lineage.id", "deferral.lineageId")
    .innerJoin("syncBatch as batch", "batch.id", "deferral.batchId")
    .select(["deferral.lineageId", "deferral.relationshipId", "deferral.clientOperationId"])
    .select(["deferral.deviceId", "deferral.batchId", "lineage.appSurface", "deferral.reason"])
    .select(["deferral.state", "deferral.attempts", "deferral.nextAttemptAt"])
    .select(["deferral.faultClass", "deferral.envelope", "batch.requestId"])
    .select(["batch.clockOffsetMs as offsetMs", "batch.clockRoundTripMs as roundTripMs"])
    .select(({ fn }) => fn.coalesce("batch.receivedAt", "batch.admittedAt").as("receivedAt"))
    .where("deferral.lineageId", "=", lineageId)
    .where("deferral.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) =>
      eb("deferral.clientOperationId", "=", fn.any(val(clientOperationIds))),
    )
    .execute();
  return rows.map(({ receivedAt, offsetMs, roundTripMs, ...deferral }) => ({
    ...deferral,
    clock: { receivedAt, offsetMs, roundTripMs },
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
  const { reason, attempts, faultClass, nextAttemptAt, now: updatedAt } = next;
  await tables(tx)
    .updateTable("deferredOperation")
    .set({ reason, attempts, faultClass, nextAttemptAt, updatedAt })
    .where("lineageId", "=", key.lineageId)
    .where("relationshipId", "=", key.relationshipId)
    .where("clientOperationId", "=", key.clientOperationId)
    .execute();
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
  const { state, now, failed, forgets = false } = end;
  await tables(tx)
    .updateTable("deferredOperation")
    .set({
      state,
      updatedAt: now,
      envelope: forgets ? "" : undefined,
      attempts: failed?.attempts,
      faultClass: failed?.faultClass,
    })
    .where("lineageId", "=", lineageId)
    .where("relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("clientOperationId", "=", fn.any(val(clientOperationIds))))
    .execute();
  await tables(tx)
    .updateTable("deferredOperation")
    .set({ nextAttemptAt: now })
    .where("lineageId", "=", lineageId)
    .where("relationshipId", "=", relationshipId)
    .where("state", "=", "OPEN")
    .where("reason", "=", "DEPENDENCY")
    .where("nextAttemptAt", ">", now)
    .execute();
}

/** Forgets an operation that waited in vain; sent again, it is judged afresh. */
export async function dropDeferral(tx: Tx, key: DeferralKey): Promise<void> {
  await tables(tx)
    .deleteFrom("deferredOperation")
    .where("lineageId", "=", key.lineageId)
    .where("relationshipId", "=", key.relationshipId)
    .where("clientOperationId", "=", key.clientOperationId)
    .where("state", "=", "OPEN")
    .execute();
}
