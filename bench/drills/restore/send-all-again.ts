import { type Account, sendAgain } from "../drill-load.ts";
import type { DrillStack } from "../drill-types.ts";

/**
 * Lets each phone send every batch again that it has, in its order, and replaces the receipts that the server no longer
 * has.
 */
export async function sendAllAgain({ urls }: DrillStack, account: Account): Promise<SentAgain> {
  const total = { operations: 0, renewed: 0, refused: 0 };
  const queues = [...Map.groupBy([...account.batches], ({ phone }) => phone).values()];
  const sendQueues = async () => {
    for (let queue = queues.pop(); queue !== undefined; queue = queues.pop())
      for (const batch of queue) {
        const results = await sendAgain(urls, batch);
        for (const [place, { status, receiptId }] of results.entries()) {
          total.operations += 1;
          const former = batch.receipts[place];
          if (!GOOD.has(status) || receiptId === null || former === undefined) total.refused += 1;
          else if (receiptId !== former) {
            total.renewed += 1;
            account.receipts.delete(former);
            account.receipts.add(receiptId);
            batch.receipts[place] = receiptId;
          }
        }
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendQueues));
  return total;
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
