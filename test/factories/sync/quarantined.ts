import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { OperationFeature } from "../../../activities/sync/operation-feature.ts";
import { readmitDeferral } from "../../../activities/sync/retry/readmit-deferral.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { admissionDeps, type SubmittingPhone, submit } from "./sync.ts";
import { withDayCopy } from "./features/with-copy.ts";
import { fullReceipts } from "./receipts/stored-receipts.ts";

/** Production's features with a bug: the rule of every operation on a day crashes and quotes a person's text. */
export const crashingFeatures = withDayCopy((copy) => ({
  ...copy,
  decide: ({ intent }) => {
    throw new TypeError(`secret words: ${JSON.stringify(intent)}`);
  },
}));

/** Sends an operation while quick-log has a bug, and uses up its tries. Returns the quarantine's receipt id. */
export async function buildQuarantined(
  em: SqlEntityManager,
  phone: SubmittingPhone,
  operation: Operation,
): Promise<string> {
  const features = crashingFeatures;
  await submit(admissionDeps(em, features), phone, [operation]);
  await quarantine(em, operation.clientOperationId, features);
  const { clientOperationId } = operation;
  const receipt = (await fullReceipts(em, [phone.deviceId])).find(
    (own) => own.clientOperationId === clientOperationId && own.code === "OPERATION_QUARANTINED",
  );
  if (receipt === undefined) throw new Error("The operation was not quarantined");
  return receipt.receiptId;
}

/** Makes the waiting tries of an operation due, one after the other, until it is quarantined. */
export async function quarantine(
  em: SqlEntityManager,
  clientOperationId: string,
  features: readonly OperationFeature[],
): Promise<void> {
  for (let tries = 0; tries < 2; tries += 1) {
    const { rows } = await sql<{ lineageId: string; relationshipId: string }>`
      update deferred_operation set next_attempt_at = clock_now()
      where client_operation_id = ${clientOperationId}
      returning lineage_id as "lineageId", relationship_id as "relationshipId"
    `.execute(em.fork().getKysely());
    const [key] = rows;
    if (key === undefined) throw new Error("The operation was not deferred");
    await transact(em, (tx) => readmitDeferral(tx, { ...key, clientOperationId, features }));
  }
}
