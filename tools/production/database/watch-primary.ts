import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseCluster } from "./start-database-cluster.ts";
import type { Promotion } from "./promote.ts";

/**
 * Replaces the primary when it does not answer three times in a row, and makes the old one a standby again. If no
 * standby answers, it goes on asking.
 *
 * @returns how to stop it; it finishes a failover that has begun.
 */
export function watchPrimary(cluster: DatabaseCluster, options: WatchOptions): () => Promise<void> {
  const stopping = new AbortController();
  const pause = () =>
    sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; await pause()) {
      failures = (await answers(cluster)) ? 0 : failures + 1;
      if (failures < REQUIRED_FAILURES || stopping.signal.aborted) continue;
      if (await replace(cluster, options)) failures = 0;
    }
  };
  const watching = run();
  return async () => {
    stopping.abort();
    await watching;
  };
}

/** Receivers of its reports. */
interface WatchOptions {
  readonly say: (line: string) => void;
  /** Called once clients reach the new primary. */
  readonly onPromotion?: (promotion: Promotion) => void;
}

/** One missed answer may be a busy machine. */
const REQUIRED_FAILURES = 3;
const EVERY_MS = 300;
const ANSWER_MS = 1_000;

async function answers(cluster: DatabaseCluster): Promise<boolean> {
  const late = new AbortController();
  const answer = cluster
    .primary()
    .ask("select 1")
    .then(
      () => true,
      () => false,
    );
  const limit = sleep(ANSWER_MS, false, { signal: late.signal }).catch(() => false);
  const answered = await Promise.race([answer, limit]);
  late.abort();
  return answered;
}

async function replace(
  cluster: DatabaseCluster,
  { say, onPromotion }: WatchOptions,
): Promise<boolean> {
  const { name } = cluster.primary();
  say(`${name} does not answer and is replaced`);
  try {
    const promotion = await cluster.promote();
    onPromotion?.(promotion);
    await cluster.rebuild(promotion.fenced);
    say(`${promotion.fenced} follows ${promotion.name}`);
    return true;
  } catch (error) {
    say(`the failover did not succeed: ${String(error)}`);
    return false;
  }
}
