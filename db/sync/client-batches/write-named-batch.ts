import { json } from "../../platform/statements/sql-parts.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import type { BatchedOperation } from "../client-batch.ts";

/** Stores what a device sent under a name; a repeat leaves the first unchanged. */
export async function writeNamedBatch(
  executor: QueryExecutor,
  { deviceId, relationshipId, id }: NamedBatch,
  batch: {
    readonly lineageId: string;
    readonly receivedAt: Date;
    readonly operations: readonly BatchedOperation[];
  },
): Promise<void> {
  const { lineageId, receivedAt, operations } = batch;
  const stored = executor.tables
    .insertInto("clientBatch")
    .values({ lineageId, relationshipId, id, deviceId, receivedAt, operations: json(operations) })
    .onConflict((known) => known.doNothing());
  await executor.named("write-named-batch", stored);
}

/** A batch with the device's own name. */
export interface NamedBatch {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly id: string;
}

/** The operations that a device once sent under this name, or null. */
export async function findNamedBatch(
  executor: QueryExecutor,
  { deviceId, relationshipId, id }: NamedBatch,
): Promise<readonly BatchedOperation[] | null> {
  const named = executor.tables
    .selectFrom("clientBatch as batch")
    .innerJoin("device", "device.lineageId", "batch.lineageId")
    .select("batch.operations")
    .where("device.id", "=", deviceId)
    .where("batch.relationshipId", "=", relationshipId)
    .where("batch.id", "=", id);
  const [found] = await executor.named("named-batch", named);
  return found?.operations ?? null;
}
