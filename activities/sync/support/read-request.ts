import { MOST_OF_REQUEST } from "../../../contract/sync/support/support-vocabulary.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { findRequest, type KeptRequest } from "../../../db/sync/support/requests/queries.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows what is kept of a request to an operator. It is audited even if nothing is found
 * (docs/rooms/wire.md#support-access).
 */
export async function readRequest(
  tx: Tx,
  { requestId, operator }: { readonly requestId: string; readonly operator: Operator },
): Promise<KeptRequest> {
  await auditAccess(tx, { kind: "REQUEST", deviceId: null, receiptIds: [] }, operator);
  return await findRequest(tx, requestId, MOST_OF_REQUEST);
}
