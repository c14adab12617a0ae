import { type Digest, hexDigest } from "../../digest.ts";
import { type HashedReceipt, receiptHashInput } from "./receipt-hash-input.ts";
import type { ChainedReceipt, ReceiptChain } from "./receipt-schema.ts";
import { GENESIS_HASH } from "../vocabulary.ts";

/**
 * Verifies the receipts of a device against the head of its chain (docs/rooms/sync.md#receipts). It finds any receipt
 * that was removed, swapped or edited. Pruned receipts are not expected; those kept among them are covered by the
 * digest in the head.
 *
 * @param chain the head, as the first page of receipts or the device shows it.
 * @param receipts all pages, newest first.
 * @param digest SHA-256 as the device's platform provides it.
 * @returns every fault, newest first; empty if the chain is intact.
 */
export async function verifyChain(
  chain: ReceiptChain,
  receipts: readonly ChainedReceipt[],
  digest: Digest,
): Promise<readonly ChainFault[]> {
  const prunedSeq = chain.pruned?.seq ?? 0;
  const faults: ChainFault[] = [];
  let expected: Link = { seq: chain.seq, hash: chain.hash };
  for (const receipt of receipts) {
    const { chainSeq } = receipt;
    if (chainSeq > expected.seq) {
      faults.push({ kind: "MISPLACED", chainSeq });
      continue;
    }
    if (chainSeq < expected.seq) {
      faults.push(...removed(expected.seq, Math.max(chainSeq, prunedSeq)));
      expected = { seq: chainSeq, hash: chainSeq === prunedSeq ? prunedHash(chain) : null };
    }
    const linked = expected.hash === null || expected.hash === receipt.hash;
    const isOwn = receipt.deviceId === chain.deviceId;
    if (!linked || !isOwn || !(await isUnedited(receipt, digest)))
      faults.push({ kind: "EDITED", chainSeq });
    expected = { seq: chainSeq - 1, hash: receipt.previousHash };
    if (expected.seq === prunedSeq && receipt.previousHash !== prunedHash(chain))
      faults.push({ kind: "EDITED", chainSeq });
  }
  faults.push(...removed(expected.seq, prunedSeq));
  return (await matchesKeptDigest(chain, receipts, digest)) ? faults : [...faults, KEPT_OTHERWISE];
}

/**
 * Faults of a chain. REMOVED: a receipt is missing. MISPLACED: it is at the position of another, or listed twice.
 * EDITED: its content does not match its hash, or its hash is not the one in the next receipt or the head.
 */
export type ChainFaultKind = "REMOVED" | "MISPLACED" | "EDITED";

/** One fault; `chainSeq` is null if the fault is among the receipts that survived the pruning. */
export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly chainSeq: number | null;
}

/** The next older receipt: its number and, if known, its hash. */
interface Link {
  readonly seq: number;
  readonly hash: string | null;
}

const KEPT_OTHERWISE: ChainFault = { kind: "REMOVED", chainSeq: null };

/** A REMOVED fault for every number from `newest` down to `oldest`, without `oldest`. */
function removed(newest: number, oldest: number): ChainFault[] {
  return Array.from({ length: Math.max(0, newest - oldest) }, (_, index) => ({
    kind: "REMOVED",
    chainSeq: newest - index,
  }));
}

/** The hash at which the chain was pruned; if nothing was pruned, the genesis hash. */
function prunedHash({ pruned }: ReceiptChain): string {
  return pruned?.hash ?? GENESIS_HASH;
}

async function matchesKeptDigest(
  { pruned }: ReceiptChain,
  receipts: readonly ChainedReceipt[],
  digest: Digest,
): Promise<boolean> {
  if (pruned === null) return true;
  const retained = receipts.filter(({ chainSeq }) => chainSeq <= pruned.seq);
  const newestFirst = retained.reduce(
    (text, { chainSeq, hash }) => `${chainSeq} ${hash}\n${text}`,
    "",
  );
  return (await hexDigest(newestFirst, digest)) === pruned.keptDigest;
}

async function isUnedited(receipt: ChainedReceipt, digest: Digest): Promise<boolean> {
  const accepted = receipt.status === "ACCEPTED";
  if (receipt.acceptedAt !== (accepted ? receipt.createdAt : null)) return false;
  const { canonicalRecordId, hash } = receipt;
  if ((await hashOf(receipt, { canonicalRecordId }, digest)) === hash) return true;
  // Receipts of the first version did not cover their record.
  return (await hashOf(receipt, {}, digest)) === hash;
}

/**
 * The hash computed from the receipt's own fields and the hash before it. Number and device are not covered, because
 * the chain implies them.
 */
async function hashOf(
  receipt: ChainedReceipt,
  covered: Pick<HashedReceipt, "canonicalRecordId">,
  digest: Digest,
): Promise<string> {
  const {
    deviceId: _deviceId,
    operationType,
    operationVersion,
    canonicalRecordId: _canonicalRecordId,
    acceptedAt: _acceptedAt,
    createdAt,
    previousHash,
    hash: _hash,
    chainSeq: _chainSeq,
    expectedRevision,
    payloadChecksum,
    ...result
  } = receipt;
  const { receiptId, clientOperationId } = result;
  return await hexDigest(
    receiptHashInput({
      previousHash,
      receiptId: receiptId ?? "",
      clientOperationId,
      operationType,
      operationVersion,
      expectedRevision,
      payloadChecksum,
      ...covered,
      answer: JSON.stringify(result),
      decidedAt: createdAt,
    }),
    digest,
  );
}
