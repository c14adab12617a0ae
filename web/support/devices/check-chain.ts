/**
 * Compares the receipts that were read with the head of their device's chain. Support gets the hashes without their
 * contents. The check therefore finds missing, double and misplaced receipts, and a head with another content.
 *
 * @param receipts as read, newest first; those decided after the head was read are accepted.
 * @param prunedBefore receipts decided before this instant may be pruned, so a gap there is none.
 */
export function checkChain(
  head: ChainHead,
  receipts: readonly ChainedReceipt[],
  prunedBefore: Date,
): ChainCheck {
  const faults: ChainFault[] = [];
  const [newest] = receipts;
  if ((newest?.chainSeq ?? 0) < head.seq)
    faults.push({ kind: "MISSING", from: (newest?.chainSeq ?? 0) + 1, to: head.seq });
  for (const [index, { chainSeq, hash, decidedAt }] of receipts.entries()) {
    if (chainSeq === head.seq && hash !== head.hash)
      faults.push({ kind: "OTHER_HASH", from: chainSeq, to: chainSeq });
    const newer = receipts[index - 1]?.chainSeq;
    if (newer === undefined) continue;
    if (chainSeq >= newer) faults.push({ kind: "MISPLACED", from: chainSeq, to: chainSeq });
    const isPruned = Date.parse(decidedAt) < prunedBefore.getTime();
    if (chainSeq < newer - 1 && !isPruned)
      faults.push({ kind: "MISSING", from: chainSeq + 1, to: newer - 1 });
  }
  return { faults, newest: newest?.chainSeq ?? 0, oldest: receipts.at(-1)?.chainSeq ?? 0 };
}

/** Number and hash of a device's newest receipt. */
interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

interface ChainedReceipt extends Pick<ChainHead, "hash"> {
  readonly chainSeq: number;
  readonly decidedAt: string;
}

/** Result of the check, and the numbers between which it looked. */
export interface ChainCheck {
  readonly faults: readonly ChainFault[];
  readonly newest: number;
  readonly oldest: number;
}

export interface ChainFault {
  readonly kind: "MISSING" | "MISPLACED" | "OTHER_HASH";
  readonly from: number;
  readonly to: number;
}
