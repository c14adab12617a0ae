import { z } from "zod";
import { Refusal } from "../../../contract/refusal.ts";
import { findRawOperation, type RawOperation } from "../../../db/sync/support/receipts/queries.ts";
import { lockLineageOf } from "../../../db/sync/devices/write-device.ts";
import type { Tx } from "../../../db/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/** An operation as it came. */
export interface ReadPayload extends Omit<RawOperation, "body" | "ordinal"> {
  /** Envelope and payload; what must not be stored was left out of it when it came. */
  readonly operation: unknown;
}

/**
 * Shows an operation with its raw payload to an operator; the receipt is cited by the audit.
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

/** A request is kept as it came, so nothing is sure of it but its operations. */
const keptSchema = z.object({ operations: z.array(z.unknown()) });

function operationAt(body: string, ordinal: number): unknown {
  const operation = keptSchema.parse(JSON.parse(body)).operations[ordinal];
  if (operation === undefined) throw new Error("A kept request lacks one of its operations");
  return operation;
}
