import { z } from "zod";
import { findRequest, replaceRequest } from "../../../db/sync/receipts/stored-request.ts";
import type { Tx } from "../../../db/transact.ts";

/** An operation within the request that brought it. */
export interface StoredOperation {
  readonly batchId: string;
  readonly clientOperationId: string;
}

/** A request is kept as it came, so nothing is sure of it but its operations. */
const keptSchema = z.looseObject({ operations: z.array(z.looseObject({})) });

/**
 * Takes the payload of one operation out of the request that is kept of it, because its feature keeps it now, and is to
 * be the only one (docs/rooms/sync.md#payload-hygiene). Without a request, or once more, it changes nothing.
 */
export async function redactRequest(
  tx: Tx,
  { batchId, clientOperationId }: StoredOperation,
): Promise<void> {
  const body = await findRequest(tx, batchId);
  if (body === null) return;
  const kept = keptSchema.parse(JSON.parse(body));
  const operations = kept.operations.map((operation) => {
    if (operation["clientOperationId"] !== clientOperationId) return operation;
    const { metadata: _left, ...envelope } = operation;
    return { ...envelope, payload: null, withheld: "/payload" };
  });
  await replaceRequest(tx, batchId, JSON.stringify({ ...kept, operations }));
}
