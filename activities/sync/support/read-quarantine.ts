import {
  listQuarantine,
  type QuarantinedOperation,
} from "../../../db/sync/support/quarantine/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows quarantined operations to an operator, oldest first; one row beyond the limit means that there are more. It
 * shows no receipt, so none is cited.
 */
export async function readQuarantine(
  tx: Tx,
  { operator, ...page }: QuarantineReading,
): Promise<readonly QuarantinedOperation[]> {
  const rows = await listQuarantine(tx, page);
  await auditAccess(tx, { kind: "QUARANTINE", deviceId: null, receiptIds: [] }, operator);
  return rows;
}

/** The page to read, and the operator. */
export interface QuarantineReading {
  readonly afterId: string | null;
  readonly limit: number;
  readonly operator: Operator;
}
