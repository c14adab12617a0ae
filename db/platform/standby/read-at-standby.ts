import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pipelineAndCommit } from "../pipeline/pipeline.ts";
import { findStandbyPosition, type WalPosition } from "./queries.ts";

/**
 * Reads at a standby that has replayed enough. One transaction holds one connection, so that check and read meet the
 * same server, wherever a balancer sends the next connection. It is READ COMMITTED: a snapshot of the whole
 * transaction would be older than the position that the check reads.
 *
 * @param isEnough judges how far the standby is.
 * @returns null if that is not enough.
 * @throws the standby's error.
 */
export async function readAtStandby<T>(
  em: SqlEntityManager,
  isEnough: (replayed: WalPosition | null) => boolean,
  read: (em: SqlEntityManager) => Promise<T>,
): Promise<ReadAtStandby<T> | null> {
  const tx = em.fork();
  await tx.begin({ readOnly: true });
  try {
    // Awaited, because a statement sent in the same tick could overtake it.
    if (!isEnough(await findStandbyPosition(tx))) {
      await tx.rollback();
      return null;
    }
    const found = await read(tx);
    const seen = await pipelineAndCommit(tx, (executor) => ({
      sent: [],
      answer: findStandbyPosition(executor),
    }));
    return { found, seen };
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

/** A result of a standby. */
interface ReadAtStandby<T> {
  readonly found: T;
  /** Everything in the result is in the log up to there; null if the standby was promoted meanwhile. */
  readonly seen: WalPosition | null;
}
