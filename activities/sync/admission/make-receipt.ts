import { hash } from "node:crypto";
import { receiptHashInput, type HashedReceipt } from "../../../contract/sync/receipt-hash.ts";
import type { OperationResult } from "../../../contract/sync/schema.ts";
import { FINAL_STATUSES, type FinalStatus } from "../../../contract/sync/vocabulary.ts";
import type { OperationRow } from "../../../db/sync/admission/write-admission.ts";
import type { Decision } from "../../../rules/sync/decision.ts";
import { acceptedResult, refusedResult } from "../../../rules/sync/operation-result.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { fingerprintOf } from "./fingerprints.ts";

/** Last link of a device's receipt chain, and the instant of the batch. */
export interface ChainHead {
  readonly chainSeq: number;
  readonly chainHash: string;
  readonly now: Date;
}

/** A receipt to store, and the result that answers the device with it. */
export interface MadeReceipt {
  readonly row: OperationRow;
  readonly result: OperationResult;
}

/** Turns one final decision into a receipt, linked to the one before it. */
export function makeReceipt(
  { operation, receiptId, ordinal, time }: FreshOperation,
  decision: Decision,
  head: ChainHead,
): MadeReceipt {
  const locale = operation.metadata?.locale ?? null;
  const { clientOperationId } = operation;
  const frame = { clientOperationId, receiptId, diagnosticsRef: receiptId, locale };
  const result = decision.accepted
    ? acceptedResult(frame, decision)
    : refusedResult(frame, decision);
  const answer = JSON.stringify(result);
  const fingerprint = fingerprintOf(operation);
  const canonicalRecordId = decision.accepted ? decision.canonicalRecordId : null;
  const said = { ...fingerprint, canonicalRecordId, receiptId, clientOperationId, answer };
  const row = {
    receipt_id: receiptId,
    client_operation_id: clientOperationId,
    ordinal,
    type: fingerprint.operationType,
    version: fingerprint.operationVersion,
    expected_revision: fingerprint.expectedRevision,
    payload_checksum: fingerprint.payloadChecksum,
    status: finalStatus(result),
    code: decision.accepted ? null : decision.code,
    answer,
    accepted_revision: decision.accepted ? decision.revision : null,
    canonical_record_id: canonicalRecordId,
    timezone: operation.metadata?.timezone ?? null,
    locale,
    client_recorded_at: operation.clientRecordedAt,
    corrected_at: time.at,
    clock_confidence: time.confidence,
    clock_flags: time.flags.length === 0 ? null : time.flags,
    chain_seq: head.chainSeq + 1,
    chain_hash: chainHash(said, head),
  };
  return { row, result };
}

function chainHash(
  said: Omit<HashedReceipt, "previousHash" | "decidedAt">,
  { chainHash: previousHash, now }: ChainHead,
): string {
  const decidedAt = now.toISOString();
  return hash("sha256", receiptHashInput({ ...said, previousHash, decidedAt }));
}

function finalStatus(result: OperationResult): FinalStatus {
  const status = FINAL_STATUSES.find((final) => final === result.status);
  if (status === undefined) throw new Error(`${result.status} is not a final verdict`);
  return status;
}
