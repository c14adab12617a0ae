import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pruneReceipts } from "../../../../activities/sync/receipts/prune-receipts.ts";
import { presentChainedReceipt } from "../../../../api/sync/present.ts";
import { verifyChain } from "../../../../contract/sync/receipts/verify-chain.ts";
import { findReceiptPage } from "../../../../db/sync/queries.ts";
import { sha256 } from "../../../../rules/sha256.ts";
import { admissionDeps, type BuiltScope, queued, submit } from "../sync.ts";

/** Seconds by which the clock moves: receipts made now are then 400 days and a minute old. */
export const RECEIPTS_ARE_OLD = 400 * 86_400 + 60;

/** Settles every batch, as its device's actor would. */
export async function settleAll(em: SqlEntityManager): Promise<void> {
  await em
    .fork()
    .execute(
      "update sync_batch set status = 'SETTLED', settled_at = clock_now() where status = 'ADMITTED'",
    );
}

/** Receipts of operations that were refused, in successive batches, and then settled. */
export async function buildReceipts(
  em: SqlEntityManager,
  scope: BuiltScope,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    const operations = Array.from({ length: Math.min(50, left) }, () =>
      queued("quick-log.complete-task", { taskId: randomUUID() }),
    );
    await submit(admissionDeps(em), scope, operations);
  }
  await settleAll(em);
}

/** Prunes until nothing is left to prune. Returns the number of pruned receipts. */
export async function pruneAll(em: SqlEntityManager): Promise<number> {
  let prunedCount = 0;
  for (let after: string | null = null; ;) {
    const pruned = await pruneReceipts(em, { after });
    prunedCount += pruned.prunedCount;
    if (pruned.done) return prunedCount;
    ({ after } = pruned);
  }
}

/** The chain of a device as its owner reads it, and its errors. */
export async function readChain(em: SqlEntityManager, deviceId: string) {
  const page = await findReceiptPage(em.fork(), { deviceId, before: null, limit: 10_000 });
  const receipts = page.receipts.map(presentChainedReceipt);
  const faults = await verifyChain(page.chain, receipts, sha256);
  return { chain: page.chain, seqs: receipts.map(({ chainSeq }) => chainSeq), receipts, faults };
}
