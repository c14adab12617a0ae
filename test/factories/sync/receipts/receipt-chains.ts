import { createHash } from "node:crypto";
import fc from "fast-check";
import { receiptHashInput } from "../../../../contract/sync/receipts/receipt-hash-input.ts";
import type {
  ChainedReceipt,
  ReceiptChain,
} from "../../../../contract/sync/receipts/receipt-schema.ts";
import type { OperationResult } from "../../../../contract/sync/schema.ts";
import { GENESIS_HASH } from "../../../../contract/sync/vocabulary.ts";

/** A chain as a device reads it: its head and every remaining receipt, newest first. */
export interface TestChain {
  readonly chain: ReceiptChain;
  readonly receipts: readonly ChainedReceipt[];
}

/** The content of one receipt before it is linked. */
interface DrawnReceipt {
  readonly receiptId: string;
  readonly recordId: string;
  readonly clientOperationId: string;
  readonly accepted: boolean;
  readonly revision: number;
  readonly checksum: string;
  readonly at: number;
  /** It survives pruning. */
  readonly kept: boolean;
}

const hex = fc.string({
  unit: fc.constantFrom(...Array.from("0123456789abcdef")),
  minLength: 64,
  maxLength: 64,
});

const drawnReceipt: fc.Arbitrary<DrawnReceipt> = fc.record({
  receiptId: fc.uuid({ version: 7 }),
  recordId: fc.uuid({ version: 7 }),
  clientOperationId: fc.string({ minLength: 1, maxLength: 20 }),
  accepted: fc.boolean(),
  revision: fc.nat(100),
  checksum: hex,
  at: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  kept: fc.boolean(),
});

const DEVICE = "01970000-0000-7000-8000-00000000000d";

/** Chains of a few receipts, complete or pruned up to some link, with some kept below it. */
export const receiptChains: fc.Arbitrary<TestChain> = fc
  .tuple(
    fc.uniqueArray(drawnReceipt, {
      minLength: 1,
      maxLength: 8,
      selector: ({ receiptId }) => receiptId,
    }),
    fc.nat(8),
  )
  .map(([links, pruned]) => chainOf(links, Math.min(pruned, links.length)));

function chainOf(links: readonly DrawnReceipt[], prunedSeq: number): TestChain {
  const all: ChainedReceipt[] = [];
  for (const link of links) {
    const previousHash = all.at(-1)?.hash ?? GENESIS_HASH;
    all.push(receiptOf(link, all.length + 1, previousHash));
  }
  const left = all.filter(({ chainSeq }, index) => chainSeq > prunedSeq || links[index]?.kept);
  const below = left.filter(({ chainSeq }) => chainSeq <= prunedSeq);
  const kept = below.map(({ chainSeq, hash }) => `${chainSeq} ${hash}\n`);
  const prunedHash = all[prunedSeq - 1]?.hash;
  return {
    chain: {
      deviceId: DEVICE,
      seq: all.length,
      hash: all.at(-1)?.hash ?? GENESIS_HASH,
      pruned:
        prunedHash === undefined
          ? null
          : { seq: prunedSeq, hash: prunedHash, keptDigest: sha256(kept.join("")) },
    },
    receipts: left.toReversed(),
  };
}

function receiptOf(link: DrawnReceipt, chainSeq: number, previousHash: string): ChainedReceipt {
  const result = resultOf(link);
  const decidedAt = new Date(link.at).toISOString();
  const operation = {
    operationType: "test.note",
    operationVersion: 1,
    expectedRevision: link.accepted ? link.revision : null,
    payloadChecksum: `sha-256:${link.checksum}`,
    canonicalRecordId: link.accepted ? link.recordId : null,
  };
  const { receiptId, clientOperationId } = link;
  const answer = JSON.stringify(result);
  const input = { ...operation, previousHash, receiptId, clientOperationId, answer, decidedAt };
  return {
    ...result,
    ...operation,
    deviceId: DEVICE,
    acceptedAt: link.accepted ? decidedAt : null,
    createdAt: decidedAt,
    previousHash,
    hash: sha256(receiptHashInput(input)),
    chainSeq,
  };
}

function resultOf({
  receiptId,
  clientOperationId,
  accepted,
  revision,
}: DrawnReceipt): OperationResult {
  const about = { clientOperationId, receiptId, canonicalIds: [], refetch: [] };
  return accepted
    ? { ...about, status: "ACCEPTED", acceptedRevision: revision }
    : {
        ...about,
        status: "CONFLICT",
        acceptedRevision: null,
        category: "STALE_REVISION",
        conflictCode: "STALE_REVISION",
        message: "This was changed elsewhere in the meantime.",
        diagnosticsRef: receiptId,
        latestRevision: revision + 1,
      };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
