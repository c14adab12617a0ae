import { z } from "zod";
import { Refusal } from "../../../contract/refusal.ts";
import { findRawOperation, type RawOperation } from "../../../db/sync/support/receipts/queries.ts";
import { lockLineageOf } from "../../../db/sync/devices/insert-device.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/** An operation as it arrived. */
export interface ReadPayload extends Omit<RawOperation, "body" | "ordinal"> {
  /** Envelope and payload; forbidden content was left out when it arrived. */
  readonly operation: unknown;
}

/**
 * Shows an operation with its raw payload to an operator; the audit cites the receipt.
 *
 * @throws Refusal NOT_FOUND for an unknown receipt, and when the payload is no longer kept.
 */
export async function readPayload(
  tx: Tx,
  { receiptId, operator }: { readonly receiptId: string; readonly operator: Operator },
): Promise<ReadPayload> {
  const found = await findRawOperation(tx, receiptId);
  if (found === null) throw new Refusal("NOT_FOUND");
  await lockLineageOf(tx, found.deviceId);
  const raw = await findRawOperation(tx, receiptId);
  if (raw === null) throw new Refusal("NOT_FOUND");
  const { body, ordinal, ...place } = raw;
  const { deviceId } = place;
  await auditAccess(tx, { kind: "PAYLOAD", deviceId, receiptIds: [receiptId] }, operator);
  return { ...place, operation: operationAt(body, ordinal) };
}

/** A stored request is raw, so only its operations are certain. */
const storedSchema = z.object({ operations: z.array(z.unknown()) });

function operationAt(body: string, ordinal: number): unknown {
  const operation = storedSchema.parse(JSON.parse(body)).operations[ordinal];
  if (operation === undefined) throw new Error("A stored request lacks one of its operations");
  return operation;
}
