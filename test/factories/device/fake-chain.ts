import { hexDigest } from "../../../contract/digest.ts";
import {
  type HashedReceipt,
  receiptHashInput,
} from "../../../contract/sync/receipts/receipt-hash-input.ts";
import type {
  ChainedReceipt,
  ReceiptChain,
} from "../../../contract/sync/receipts/receipt-schema.ts";
import type { Operation, OperationResult } from "../../../contract/sync/schema.ts";
import { GENESIS_HASH } from "../../../contract/sync/vocabulary.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { success } from "./fake-api.ts";

/** The receipts of a device as its chain, newest first, with the hashes that the server would store. */
export async function chainOf(
  deviceId: string,
  decided: readonly DecidedOperation[],
): Promise<FakeChain> {
  const receipts: ChainedReceipt[] = [];
  let previousHash = GENESIS_HASH;
  for (const [index, { operation, result }] of decided.entries()) {
    const decidedAt = new Date(Date.UTC(2026, 0, 5, 8, 0, index)).toISOString();
    const fields = {
      previousHash,
      receiptId: result.receiptId ?? "",
      clientOperationId: result.clientOperationId,
      operationType: operation.operationType,
      operationVersion: operation.operationVersion,
      expectedRevision: operation.expectedRevision ?? null,
      payloadChecksum: operation.payloadChecksum,
      canonicalRecordId: null,
      answer: JSON.stringify(result),
      decidedAt,
    } satisfies HashedReceipt;
    const hash = await hexDigest(receiptHashInput(fields), webCryptoDigest);
    const { operationType, operationVersion, expectedRevision, payloadChecksum } = fields;
    receipts.unshift({
      ...result,
      deviceId,
      operationType,
      operationVersion,
      canonicalRecordId: null,
      acceptedAt: result.status === "ACCEPTED" ? decidedAt : null,
      createdAt: decidedAt,
      previousHash,
      hash,
      chainSeq: index + 1,
      expectedRevision,
      payloadChecksum,
    });
    previousHash = hash;
  }
  return { chain: { deviceId, seq: decided.length, hash: previousHash, pruned: null }, receipts };
}

/** An operation with the server's result. */
export interface DecidedOperation {
  readonly operation: Pick<
    Operation,
    "operationType" | "operationVersion" | "expectedRevision" | "payloadChecksum"
  >;
  readonly result: OperationResult;
}

/** Head and receipts of a chain, newest first. */
export interface FakeChain {
  readonly chain: ReceiptChain;
  readonly receipts: readonly ChainedReceipt[];
}

/** The answer of the route of receipts: one page. */
export const chainAnswer = ({ chain, receipts: items }: FakeChain) =>
  success({ items, nextCursor: null, chain });
