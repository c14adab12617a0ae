import type { OperationResult } from "../../../../contract/sync/schema.ts";
import { verdictNumber } from "../../../../contract/sync/verdict-number.ts";
import { FINAL_STATUSES, type FinalStatus } from "../../../../contract/sync/vocabulary.ts";
import type { OperationRow } from "../../../../db/sync/admission/write-admission.ts";
import { lineHash, type AnswerLine } from "../../../../db/sync/receipts/answers.ts";
import type { Decision } from "../../../../rules/sync/decision.ts";
import { acceptedResult, refusedResult } from "../../../../rules/sync/operation-result.ts";
import type { FreshOperation } from "../classify-operations.ts";
import { fingerprintOf, shortFingerprint } from "./fingerprint.ts";

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
  const fingerprint = fingerprintOf(operation);
  const status = finalStatus(result);
  const code = decision.accepted ? null : decision.code;
  const revision = decision.accepted ? decision.revision : null;
  const canonicalId = decision.accepted ? decision.canonicalRecordId : null;
  const line: AnswerLine = {
    ordinal,
    clientOperationId,
    type: fingerprint.operationType,
    version: fingerprint.operationVersion,
    expectedRevision: fingerprint.expectedRevision,
    payloadChecksum: fingerprint.payloadChecksum,
    status,
    code,
    answer: JSON.stringify(result),
    revision,
    canonicalId,
    timezone: operation.metadata?.timezone ?? null,
    locale,
    clientRecordedAt: operation.clientRecordedAt,
    correctedAt: time.at.toISOString(),
    clockConfidence: time.confidence,
    clockFlags: time.flags.length === 0 ? null : [...time.flags],
  };
  const row = {
    receipt_id: receiptId,
    client_operation_id: clientOperationId,
    fingerprint: shortFingerprint(fingerprint),
    verdict: verdictNumber(code),
    status,
    revision,
    canonical_id: canonicalId,
  };
  return { row, line, result, head: chainHead(line, receiptId, head) };
}

/** Last link of a device's receipt chain, and the instant of the batch. */
export interface ChainHead {
  readonly chainSeq: number;
  readonly chainHash: string;
  readonly now: Date;
}

/** A receipt to store, and the device's result. */
export interface MadeReceipt {
  readonly row: OperationRow;
  readonly line: AnswerLine;
  readonly result: OperationResult;
  /** The chain with this receipt as its last link. */
  readonly head: ChainHead;
}

function chainHead(
  line: AnswerLine,
  receiptId: string,
  { chainSeq, chainHash: previousHash, now }: ChainHead,
): ChainHead {
  const chainHash = lineHash(line, { receiptId, previousHash, decidedAt: now.toISOString() });
  return { chainSeq: chainSeq + 1, chainHash, now };
}

function finalStatus(result: OperationResult): FinalStatus {
  const status = FINAL_STATUSES.find((final) => final === result.status);
  if (status === undefined) throw new Error(`${result.status} is not a final verdict`);
  return status;
}
