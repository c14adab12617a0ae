import { setTimeout } from "node:timers/promises";
import { QueryExecutor, executorOf } from "../pipeline/pipeline.ts";
import { runNamed } from "../pipeline/run-named.ts";
import { prepareQuery, type Slots } from "../pipeline/prepare-query.ts";
import { anyOf } from "../statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../transactions/transact.ts";

/** Locks several relationships for writing, ordered by id (docs/rooms/storage.md#lock-order). */
export async function lockScopes(
  on: Tx | QueryExecutor,
  relationshipIds: readonly string[],
): Promise<void> {
  await scopesInOrder(on, relationshipIds).forNoKeyUpdate().execute();
}

/** Most relationships that one sweeping transaction may lock (docs/rooms/storage.md#one-writer). */
export const MAX_SWEPT_SCOPES = 50;

const scopes = prepareQuery(
  "lock-scope",
  (from, slot: Slots<{ readonly relationshipId: string }>) =>
    from
      .selectFrom("relationshipScope")
      .where("relationshipId", "=", slot("relationshipId"))
      .select("relationshipId")
      .forNoKeyUpdate(),
);

/**
 * Locks one relationship for writing and reads nothing else: a row read by a statement that waited may be stale.
 *
 * @returns false when there is no such relationship.
 */
export async function lockScope(on: Tx | QueryExecutor, relationshipId: string): Promise<boolean> {
  const locked = await scopes(on, { relationshipId });
  return locked.length === 1;
}

/** How long a sweeping transaction waits for a lock, in milliseconds. It runs again anyway. */
const SWEEP_WAIT_MS = 200;

/** Limits the lock waits of a sweeping transaction, also for the locks that it does not take explicitly. */
export async function limitLocks(tx: Tx): Promise<void> {
  const limit = tables(tx).selectNoFrom(({ fn, val }) =>
    fn<string>("set_config", [val("lock_timeout"), val(String(SWEEP_WAIT_MS)), val(true)]).as(
      "limit",
    ),
  );
  await runNamed(tx, "limit-locks", limit);
}

/**
 * Locks those of the relationships that are free, at most {@link MAX_SWEPT_SCOPES}, for a sweep that runs again.
 *
 * @returns the ids of the locked ones, ordered.
 */
export async function lockFreeScopes(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await scopesInOrder(tx, relationshipIds)
    .limit(MAX_SWEPT_SCOPES)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ relationshipId }) => relationshipId);
}

/** Pause between two attempts to lock busy relationships, in milliseconds. */
const ASK_AGAIN_MS = 40;

/**
 * Locks relationships for writing, busy ones as soon as they are free, and skips those that stay busy. It never waits
 * for a lock while it has one, so it cannot deadlock.
 *
 * @param timeoutMs longest wait for all of them together.
 * @returns the ids of the locked ones.
 */
export async function lockScopesWithin(
  tx: Tx,
  relationshipIds: readonly string[],
  timeoutMs: number,
): Promise<readonly string[]> {
  const locked = new Set<string>();
  for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
    const wanted = relationshipIds.filter((id) => !locked.has(id));
    const free = await scopesInOrder(tx, wanted).forNoKeyUpdate().skipLocked().execute();
    for (const { relationshipId } of free) locked.add(relationshipId);
    if (locked.size === relationshipIds.length || waitedMs >= timeoutMs) return [...locked];
    await setTimeout(ASK_AGAIN_MS);
  }
}

function scopesInOrder(on: Tx | QueryExecutor, relationshipIds: readonly string[]) {
  const executor = on instanceof QueryExecutor ? on : executorOf(on);
  return executor.tables
    .selectFrom("relationshipScope")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .select("relationshipId")
    .orderBy("relationshipId");
}
