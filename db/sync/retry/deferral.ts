import type { DeferralReason, DeferralState } from "../../../contract/sync/vocabulary.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * A deferred operation with everything needed to retry it: JSON text of the operation, its batch and its device's
 * clock reading. Crashes include that of the admission.
 */
export type Deferral = Awaited<ReturnType<typeof listDeferrals>>[number];

/** Identity of a deferred operation. */
export interface DeferralKey {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
}

/** The lineage and relationship of operations. */
type DeferralScope = Pick<DeferralKey, "lineageId" | "relationshipId">;

/** The deferred operation with this identity, or null. */
export async function findDeferral(tx: Tx, key: DeferralKey): Promise<Deferral | null> {
  const [deferral] = await listDeferrals(tx, key, [key.clientOperationId]);
  return deferral ?? null;
}

/** Lists the deferrals of the given operations. */
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

/** One more failed attempt. */
interface FailedTry {
  readonly reason: DeferralReason;
  readonly attempts: number;
  readonly faultClass: string;
  readonly now: Date;
}

/** Sets the next attempt of an operation. */
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

/** The end of operations' attempts. */
interface EndOfTries {
  readonly state: Exclude<DeferralState, "OPEN">;
  readonly now: Date;
  readonly failed?: FailedTry;
  /** Empties the envelope, because its content is now stored elsewhere. */
  readonly forgets?: boolean;
}

/** Ends the attempts of an operation whose verdict is stored. Operations that wait for another one become due. */
export async function closeDeferral(tx: Tx, key: DeferralKey, end: EndOfTries): Promise<void> {
  await closeDeferrals(tx, { ...key, clientOperationIds: [key.clientOperationId] }, end);
}

/** The same for several operations. */
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

/** Deletes an operation that waited in vain; if sent again, it is judged as new. */
export async function dropDeferral(tx: Tx, key: DeferralKey): Promise<void> {
  await tables(tx)
    .deleteFrom("deferredOperation")
    .where("lineageId", "=", key.lineageId)
    .where("relationshipId", "=", key.relationshipId)
    .where("clientOperationId", "=", key.clientOperationId)
    .where("state", "=", "OPEN")
    .execute();
}
