import { objectsAt, textAt } from "../json.ts";
import type { ScopeAnswer } from "../read/scope-answer.ts";
import type { SliceContext } from "../read/slices/types.ts";
import { loadAnchor, saveAnchor } from "./chain-anchor.ts";
import { findFaults, verifiedIn } from "./find-faults.ts";
import { readChain } from "./read-chain.ts";
import { settleByReceipts } from "./settle-by-receipts.ts";

/**
 * Verifies the receipts that are new since the last check, and ends the waits of operations whose answer was lost
 * (docs/rooms/device.md#receipts). A broken chain is counted and blocks nothing. Without a connection the next read
 * checks again.
 *
 * @returns whether a wait ended.
 */
export async function checkReceipts(
  context: SliceContext,
  { body }: ScopeAnswer,
): Promise<boolean> {
  const newest = textAt(objectsAt(body, "receipts")[0] ?? {}, "receiptId");
  const anchor = await loadAnchor(context);
  if (newest === null || newest === anchor?.newestReceiptId) return false;
  const read = await readChain(context, anchor?.seq ?? 0);
  if (read === null) return false;
  const { chain } = read;
  const faults = await findFaults(read, anchor, context.core.ports.digest);
  // An edited receipt is no verdict, and one that was not verified may be edited.
  const verified = faults.length === 0 ? verifiedIn(read, anchor) : [];
  const isSettled = await settleByReceipts(context.core, verified);
  await saveAnchor(context, anchor, {
    seq: chain.seq,
    hash: chain.hash,
    newestReceiptId: newest,
    faults: faults.length,
  });
  return isSettled;
}
