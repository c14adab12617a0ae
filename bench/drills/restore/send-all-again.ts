import { type Account, sendAgain } from "../drill-load.ts";
import type { DrillStack } from "../drill-types.ts";

/**
 * Lets each phone send every batch again that it has, in its order, and replaces the receipts that the server no longer
 * has.
 */
export async function sendAllAgain({ urls }: DrillStack, account: Account): Promise<SentAgain> {
  const total = { operations: 0, kept: 0, renewed: 0, refused: 0 };
  const queues = [...Map.groupBy([...account.batches], ({ phone }) => phone).values()];
  const sendQueues = async () => {
    for (const batch of takeAll(queues)) {
      const results = await sendAgain(urls, batch);
      for (const [place, result] of results.entries()) {
        total.operations += 1;
        total[noteResult(account, { batch, place, result })] += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendQueues));
  return { operations: total.operations, renewed: total.renewed, refused: total.refused };
}

/** The results of operations that were sent again. */
export interface SentAgain {
  readonly operations: number;
  /** Operations that got another receipt, because theirs was lost. */
  readonly renewed: number;
  readonly refused: number;
}

/** Phones that send again at the same time. */
const AT_ONCE = 8;
const GOOD: ReadonlySet<string> = new Set(["ACCEPTED", "ALREADY_ACCEPTED"]);

/** The batches of one queue after the other, until another caller has taken the last queue. */
function* takeAll(queues: Batch[][]): Generator<Batch> {
  for (let queue = queues.pop(); queue !== undefined; queue = queues.pop()) yield* queue;
}

type Batch = Account["batches"][number];

interface Resent {
  readonly batch: Batch;
  readonly place: number;
  readonly result: { readonly status: string; readonly receiptId: string | null };
}

/** Replaces a receipt by that of the operation's new decision. */
function noteResult(
  account: Account,
  { batch, place, result: { status, receiptId } }: Resent,
): "kept" | "renewed" | "refused" {
  const former = batch.receipts[place];
  if (!GOOD.has(status) || receiptId === null || former === undefined) return "refused";
  if (receiptId === former) return "kept";
  account.receipts.delete(former);
  account.receipts.add(receiptId);
  batch.receipts[place] = receiptId;
  return "renewed";
}
