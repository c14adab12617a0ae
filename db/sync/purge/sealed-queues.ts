import type { ExpressionBuilder } from "kysely";
import { SEALED_QUEUE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { anyOf, clockNow, daysLater, given } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Selects sealed queues: of all these accounts, or of their given sessions or lineages. */
export interface SealedQueues {
  readonly userIds: readonly string[];
  readonly sessionIds?: readonly string[];
  readonly lineageIds?: readonly string[];
}

type OfSeals = Tables & { seal: Tables["purgeOrder"] };

/**
 * Whether a revoked device keeps its queue by the order `seal`. The queue is not handed over, within its retention,
 * and not deleted by a later order.
 */
function seals({ and, eb, exists, not, ref, selectFrom }: ExpressionBuilder<OfSeals, "seal">) {
  const deleting = selectFrom("purgeOrder as later")
    .whereRef("later.deviceId", "=", "seal.deviceId")
    .where("later.scope", "=", "ALL")
    .where("later.queue", "=", "DELETE")
    .select("later.id");
  return and([
    eb("seal.scope", "=", "ALL"),
    eb("seal.queue", "=", "KEEP"),
    eb("seal.withdrawnAt", "is", null),
    eb("seal.handedOverTo", "is", null),
    eb(daysLater(ref("seal.orderedAt"), SEALED_QUEUE_DAYS), ">", clockNow),
    not(exists(deleting)),
  ]);
}

/** Whether `device` is revoked with a queue that may still be handed over. */
export function keepsSealedQueue({ exists, selectFrom }: ExpressionBuilder<Tables, "device">) {
  const sealing = selectFrom("purgeOrder as seal")
    .whereRef("seal.deviceId", "=", "device.id")
    .where(seals)
    .select("seal.id");
  return exists(sealing);
}

/** Revoked devices with a sealed queue, ordered by id. */
export async function listSealedDevices(
  tx: Tx,
  { userIds, sessionIds, lineageIds }: SealedQueues,
): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  return await tables(tx)
    .selectFrom("device")
    .where("device.userId", "=", anyOf(userIds))
    .where((eb) => given(sessionIds ?? null, (ids) => eb("device.appSessionId", "=", anyOf(ids))))
    .where((eb) => given(lineageIds ?? null, (ids) => eb("device.lineageId", "=", anyOf(ids))))
    .where("device.status", "=", "REVOKED")
    .where(keepsSealedQueue)
    .select(["device.id", "device.userId"])
    .orderBy("device.id")
    .execute();
}

/**
 * Narrows the orders of a lineage's former devices: their queues continue under the new one. The caller has locked
 * the lineage.
 */
export async function handOverQueues(
  tx: Tx,
  { userId, lineageId, deviceId }: Record<"userId" | "lineageId" | "deviceId", string>,
): Promise<void> {
  const sealed = tables(tx)
    .selectFrom("purgeOrder as seal")
    .innerJoin("device", "device.id", "seal.deviceId")
    .where("device.userId", "=", userId)
    .where("device.lineageId", "=", lineageId)
    .where(seals)
    .select("seal.id")
    .orderBy("seal.id")
    .forNoKeyUpdate("seal");
  await tables(tx)
    .updateTable("purgeOrder")
    .set({ handedOverTo: deviceId })
    .where("id", "in", sealed)
    .execute();
}
