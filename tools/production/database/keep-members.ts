import { setTimeout as sleep } from "node:timers/promises";
import type { Promotion } from "./promote.ts";
import { openRetryPauses, type RetryPauses } from "./retry-pauses.ts";
import type { ClusterMember, DatabaseCluster } from "./start-database-cluster.ts";

/**
 * Keeps the members of a cluster running until it is stopped. A standby that ends starts again. A primary that ends or
 * hangs is replaced by a standby, and first of all: without a primary nothing else can be rebuilt. If no standby can take
 * over, the primary itself is started again.
 *
 * @returns once it is stopped, and what it had begun is done.
 */
export async function keepMembers(cluster: DatabaseCluster, options: KeepOptions): Promise<void> {
  const { stopping, say, onChange } = options;
  const pauses = openRetryPauses({ firstMs: TRY_AGAIN_MS, longestMs: LONGEST_PAUSE_MS });
  let silences = 0;
  for (; !stopping.aborted; await pause(LOOK_EVERY_MS, stopping)) {
    const primary = cluster.primary();
    silences = (await answers(primary)) ? 0 : silences + 1;
    const isLost = primary.pid() === null || silences >= REQUIRED_SILENCES;
    // A promotion that failed half-way has left a primary that nobody reaches.
    if (!isLost && silences === 0 && !cluster.isOpen()) await openAgain(cluster, options);
    const lost = isLost ? primary : findDueStandby(cluster, pauses);
    if (lost === undefined || stopping.aborted) continue;
    say(`${lost.name} ${lost.pid() === null ? "ended unexpectedly" : "does not answer"}`);
    try {
      if (isLost) await replacePrimary(cluster, options);
      else await restartStandby(cluster, lost.name);
      silences = 0;
      say(`${lost.name} runs again`);
      onChange?.();
    } catch (error) {
      if (!stopping.aborted) say(`${lost.name} could not be replaced: ${String(error)}`);
      // Nothing else may be tried before a primary runs.
      if (isLost && cluster.primary().name === primary.name) await pause(TRY_AGAIN_MS, stopping);
    }
    pauses.tried(lost.name, performance.now());
  }
}

/** When to stop, and the receivers of its reports. */
export interface KeepOptions {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
  /** Called once clients reach the new primary. */
  readonly onPromotion?: (promotion: Promotion) => void;
  /** Called once a lost member runs again. */
  readonly onChange?: () => void;
}

/** One missed answer may be a busy machine. */
const REQUIRED_SILENCES = 3;
const LOOK_EVERY_MS = 300;
const ANSWER_MS = 1_000;
const TRY_AGAIN_MS = 2_000;
/** A standby that cannot be built, for example on a full disk, must not keep the primary busy with copies. */
const LONGEST_PAUSE_MS = 60_000;

/** Waits for a time, or until the watch is stopped. */
async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
}

/** A standby that has ended, and whose last attempt is long enough ago. */
function findDueStandby(cluster: DatabaseCluster, pauses: RetryPauses): ClusterMember | undefined {
  return cluster.members.find(
    ({ name, pid }) => pid() === null && pauses.isDue(name, performance.now()),
  );
}

async function answers(primary: ClusterMember): Promise<boolean> {
  if (primary.pid() === null) return false;
  const late = new AbortController();
  const answer = primary.ask("select 1").then(
    () => true,
    () => false,
  );
  const limit = sleep(ANSWER_MS, false, { signal: late.signal }).catch(() => false);
  const answered = await Promise.race([answer, limit]);
  late.abort();
  return answered;
}

async function openAgain(cluster: DatabaseCluster, { say, stopping }: KeepOptions): Promise<void> {
  const { name } = cluster.primary();
  try {
    await cluster.open();
    say(`${name} is open to clients again`);
  } catch (error) {
    say(`${name} could not be opened: ${String(error)}`);
    await pause(TRY_AGAIN_MS, stopping);
  }
}

/** A standby takes over; the former primary follows it as a copy. */
async function replacePrimary(
  cluster: DatabaseCluster,
  { say, onPromotion }: KeepOptions,
): Promise<void> {
  const promotion = await cluster.promote().catch(async (error: unknown) => {
    if (await isRevived(cluster)) return null;
    throw error;
  });
  if (promotion === null) return;
  onPromotion?.(promotion);
  const { fenced, name } = promotion;
  say(`${name} took over; ${fenced} is rebuilt as its standby`);
  await cluster.rebuild(fenced);
}

/**
 * Starts a primary again that no standby can replace: all of them ended too, for example because they share a full disk. It
 * was not fenced then, so it is still the only primary. Otherwise the standbys start, so that one can be promoted.
 */
async function isRevived(cluster: DatabaseCluster): Promise<boolean> {
  const primary = cluster.primary();
  if (primary.pid() !== null) return false;
  try {
    await cluster.restart(primary.name);
    return true;
  } catch {
    const dead = cluster.members.filter(({ name, pid }) => name !== primary.name && pid() === null);
    await Promise.allSettled(dead.map(({ name }) => cluster.restart(name)));
    return false;
  }
}

/** A standby that does not start, or that is fenced, is built again. */
async function restartStandby(cluster: DatabaseCluster, name: string): Promise<void> {
  try {
    await cluster.restart(name);
  } catch {
    await cluster.rebuild(name);
  }
}
