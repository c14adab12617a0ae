import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockFreeScopes, lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  closeOrphans,
  limitSlice,
  markSettled,
  readLockedBatches,
  type DueBatch,
  type Settler,
} from "../../../db/sync/settlement/find-due-batches.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { finishedBatches } from "../client-batches/finished-batches.ts";
import type { FeatureSettlement } from "../feature-settlement.ts";

/**
 * Settles batches of any devices in one transaction: consequences of their operations, events, and the status SETTLED.
 * It locks only relationships, in lock order. A batch that is no longer ADMITTED under the lock is skipped, so that a
 * second run does nothing.
 */
export async function settleSlice(tx: Tx, input: SliceInput): Promise<SettledSlice> {
  const { batches, settler } = input;
  await limitSlice(tx, SLICE_LIMITS);
  const orphans = batches.filter(({ orphaned }) => orphaned).map(({ batchId }) => batchId);
  if (orphans.length > 0) await closeOrphans(tx, orphans, settler);
  const wanted = [...new Set(batches.filter(({ orphaned }) => !orphaned).map(relationshipOf))];
  const locked = new Set(await lock(tx, wanted.toSorted(), input.waits));
  const free = batches.filter((batch) => locked.has(relationshipOf(batch)));
  const settled = await settleLocked(tx, free, input);
  return {
    settled: [...orphans, ...settled],
    skipped: wanted.filter((relationshipId) => !locked.has(relationshipId)),
  };
}

/** The batches to settle together, the features that settle them, and their settler. */
export interface SliceInput {
  readonly batches: readonly DueBatch[];
  readonly settlements: readonly FeatureSettlement[];
  readonly settler: Settler;
  /** Waits for locked relationships instead of leaving them to a later slice. */
  readonly waits: boolean;
}

/** The result of a slice. */
export interface SettledSlice {
  /** Batches that were settled, or closed because their relationship no longer exists. */
  readonly settled: readonly string[];
  /** Relationships locked by another transaction. */
  readonly skipped: readonly string[];
}

/** Timeouts of a slice for one lock and for one statement. */
export const SLICE_LIMITS = { lockMs: 200, statementMs: 500 };

async function lock(tx: Tx, wanted: readonly string[], waits: boolean): Promise<readonly string[]> {
  if (!waits) return await lockFreeScopes(tx, wanted);
  await lockScopes(tx, wanted);
  return wanted;
}

async function settleLocked(
  tx: Tx,
  free: readonly DueBatch[],
  { settlements, settler }: SliceInput,
): Promise<readonly string[]> {
  if (free.length === 0) return [];
  const slice = await readLockedBatches(
    tx,
    free.map(({ batchId }) => batchId),
  );
  const batchIds = slice.batches.map(({ batchId }) => batchId);
  if (batchIds.length === 0) return [];
  const events: DomainEvent[] = [];
  for (const settlement of settlements) events.push(...(await settlement.settle(tx, slice)));
  const relationshipIds = [...new Set(slice.batches.map(relationshipOf))];
  events.push(...(await finishedBatches(tx, { relationshipIds }, slice.now)));
  await markSettled(tx, batchIds, { ...settler, now: slice.now });
  await appendEvents(tx, events, { now: slice.now, requestId: null });
  return batchIds;
}

function relationshipOf({ relationshipId }: Pick<DueBatch, "relationshipId">): string {
  return relationshipId;
}
