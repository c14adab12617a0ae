import { z } from "zod";
import { findRequest, replaceRequest } from "../../../db/sync/receipts/find-request.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Removes the payload of one operation from its stored request, because its feature must hold the only copy
 * (docs/rooms/sync.md#payload-hygiene). Without a request, or if repeated, it changes nothing.
 */
export async function redactRequest(
  tx: Tx,
  { batchId, clientOperationId }: StoredOperation,
): Promise<void> {
  const body = await findRequest(tx, batchId);
  if (body === null) return;
  const stored = storedSchema.parse(JSON.parse(body));
  const operations = stored.operations.map((operation) => {
    if (operation["clientOperationId"] !== clientOperationId) return operation;
    const { metadata: _left, ...envelope } = operation;
    return { ...envelope, payload: null, withheld: "/payload" };
  });
  await replaceRequest(tx, batchId, JSON.stringify({ ...stored, operations }));
}

/** An operation within the request that brought it. */
export interface StoredOperation {
  readonly batchId: string;
  readonly clientOperationId: string;
}

/** A stored request is raw, so only its operations are certain. */
const storedSchema = z.looseObject({ operations: z.array(z.looseObject({})) });
