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
import { lowerDevices, type DeviceInstant } from "../../../db/sync/settlement/lower-devices.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import { nextDeviceDeadline } from "../../../rules/sync/next-device-deadline.ts";
import { finishedBatches } from "../client-batches/finished-batches.ts";
import type { FeatureSettlement, SettledWait } from "../feature-settlement.ts";

/**
 * Settles batches of any devices in one transaction: consequences of their operations, events, the status SETTLED,
 * and the deadlines of their devices. It locks only relationships, in lock order. A batch that is no longer ADMITTED
 * under the lock is skipped, so that a second run does nothing.
 */
export async function settleSlice(tx: Tx, input: SliceInput): Promise<SettledSlice> {
  const { batches, settler } = input;
  await limitSlice(tx, LIMITS);
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
const LIMITS = { lockMs: 200, statementMs: 500 };

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
  const waits: SettledWait[] = [];
  for (const settlement of settlements) {
    const followed = await settlement.settle(tx, slice);
    events.push(...followed.events);
    waits.push(...followed.waits);
  }
  const relationshipIds = [...new Set(slice.batches.map(relationshipOf))];
  events.push(...(await finishedBatches(tx, { relationshipIds }, slice.now)));
  await markSettled(tx, batchIds, { ...settler, now: slice.now });
  await appendEvents(tx, events, { now: slice.now, requestId: null });
  await lowerDevices(tx, deadlinesOf(waits), slice.now);
  return batchIds;
}

function relationshipOf({ relationshipId }: Pick<DueBatch, "relationshipId">): string {
  return relationshipId;
}

/** The deadline of each device, by the same rule as its actor. */
function deadlinesOf(waits: readonly SettledWait[]): readonly DeviceInstant[] {
  return [...Map.groupBy(waits, ({ deviceId }) => deviceId)].flatMap(([deviceId, own]) => {
    const deadline = nextDeviceDeadline(own.map((wait) => ({ ...wait, count: 1 })));
    // A device syncs one relationship at a time.
    const relationshipId = own[0]?.relationshipId ?? null;
    return deadline === null
      ? []
      : [{ deviceId, relationshipId, workflowId: deviceActorId(deviceId), ...deadline }];
  });
}
