import { type Digest, hexDigest } from "../../contract/digest.ts";
import type { ChainedReceipt } from "../../contract/sync/receipts/receipt-schema.ts";
import { type ChainFault, verifyChain } from "../../contract/sync/receipts/verify-chain.ts";
import { GENESIS_HASH } from "../../contract/sync/vocabulary.ts";
import type { ChainAnchor } from "./chain-anchor.ts";
import type { ReadChain } from "./read-chain.ts";

/**
 * The faults of a chain above the last verified receipt, found by the rule of the contract. To that rule, everything
 * verified before counts as pruned.
 *
 * @param anchor the last verified receipt; null if none was verified yet.
 */
export async function findFaults(
  { chain, receipts }: ReadChain,
  anchor: Pick<ChainAnchor, "seq" | "hash"> | null,
  digest: Digest,
): Promise<readonly ChainFault[]> {
  if (anchor !== null && chain.seq < anchor.seq) return [{ kind: "REMOVED", chainSeq: anchor.seq }];
  if (anchor !== null && chain.seq === anchor.seq)
    return chain.hash === anchor.hash ? [] : [{ kind: "EDITED", chainSeq: anchor.seq }];
  const start = startOf({ chain, receipts }, anchor);
  const newer = receipts.filter(({ chainSeq }) => chainSeq > start.seq);
  const pruned = { ...start, keptDigest: await hexDigest("", digest) };
  const faults = await verifyChain({ ...chain, pruned }, newer, digest);
  const strange = new Set(newer.filter(isOfNewerServer).map(({ chainSeq }) => chainSeq));
  return faults.filter(({ chainSeq }) => chainSeq === null || !strange.has(chainSeq));
}

/**
 * The receipts that `findFaults` verified. Older ones in the same read were not hashed again, and those of a newer
 * server cannot be.
 */
export function verifiedIn(
  { chain, receipts }: ReadChain,
  anchor: Pick<ChainAnchor, "seq" | "hash"> | null,
): readonly ChainedReceipt[] {
  if (anchor !== null && chain.seq <= anchor.seq) return [];
  const { seq } = startOf({ chain, receipts }, anchor);
  return receipts.filter((receipt) => receipt.chainSeq > seq && !isOfNewerServer(receipt));
}

/** Where the check begins: after the last verified or pruned receipt, or with the oldest one that was read. */
function startOf(
  { chain, receipts }: ReadChain,
  anchor: Pick<ChainAnchor, "seq" | "hash"> | null,
): { readonly seq: number; readonly hash: string } {
  const { seq, hash } = chain.pruned ?? { seq: 0, hash: GENESIS_HASH };
  const known = anchor !== null && anchor.seq >= seq ? anchor : { seq, hash };
  const oldest = receipts.at(-1);
  const isCutOff =
    oldest !== undefined && oldest.chainSeq > known.seq + 1 && receipts.length >= MOST;
  if (isCutOff) return { seq: oldest.chainSeq - 1, hash: oldest.previousHash };
  return { seq: known.seq, hash: known.hash };
}

/** A full read of the newest receipts; there are older ones that were not read. */
const MOST = 1_000;

/** A field that this version does not know may or may not be part of the hash: such a receipt cannot be verified. */
function isOfNewerServer(receipt: ChainedReceipt): boolean {
  return Object.keys(receipt).some((name) => !(name in KNOWN_FIELDS));
}

const KNOWN_FIELDS: Readonly<Record<keyof ChainedReceipt, true>> = {
  clientOperationId: true,
  status: true,
  receiptId: true,
  acceptedRevision: true,
  canonicalIds: true,
  refetch: true,
  category: true,
  rejectionCode: true,
  conflictCode: true,
  messageKey: true,
  message: true,
  diagnosticsRef: true,
  latestRevision: true,
  allowedResolutions: true,
  rebaseable: true,
  parentClientOperationId: true,
  retryAfterSeconds: true,
  conflict: true,
  pointer: true,
  bounds: true,
  judgedOnRevision: true,
  deviceId: true,
  operationType: true,
  operationVersion: true,
  canonicalRecordId: true,
  acceptedAt: true,
  createdAt: true,
  previousHash: true,
  hash: true,
  chainSeq: true,
  expectedRevision: true,
  payloadChecksum: true,
};
