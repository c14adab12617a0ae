import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockFreeScopes, lockScopes } from "../../../db/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  closeOrphans,
  limitSlice,
  markSettled,
  readLockedBatches,
  type DueBatch,
  type Settler,
} from "../../../db/sync/settlement/batches.ts";
import { lowerDevices, type DeviceInstant } from "../../../db/sync/settlement/lower-devices.ts";
import type { Tx } from "../../../db/transact.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import { nextDeviceDeadline } from "../../../rules/sync/next-device-deadline.ts";
import { finishedBatches } from "../client-batches/finished-batches.ts";
import type { FeatureSettlement, SettledWait } from "../feature-settlement.ts";

/** Which batches to settle together, who settles what, and for whom it is written down. */
export interface SliceInput {
  readonly batches: readonly DueBatch[];
  readonly settlements: readonly FeatureSettlement[];
  readonly settler: Settler;
  /** Waits for relationships that somebody is writing to, in place of leaving them to a later slice. */
  readonly waits: boolean;
}

/** What a slice came to. */
export interface SettledSlice {
  /** Batches that were settled, and that were closed because their relationship is gone. */
  readonly settled: readonly string[];
  /** Relationships that somebody else was writing to. */
  readonly held: readonly string[];
}

/** How long a slice may wait for a lock, and one of its statements take. */
const LIMITS = { lockMs: 200, statementMs: 500 };

/**
 * Settles batches of any devices in one transaction: what follows from their operations, the events of
 * it, SETTLED, and when their devices look again. It takes relationships only, in their order, and what
 * is not ADMITTED any more under their locks is left alone, so that a second run does nothing.
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
    held: wanted.filter((relationshipId) => !locked.has(relationshipId)),
  };
}

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

/** When each device has to look, by the rule that its actor goes by. */
function deadlinesOf(waits: readonly SettledWait[]): readonly DeviceInstant[] {
  return [...Map.groupBy(waits, ({ deviceId }) => deviceId)].flatMap(([deviceId, own]) => {
    const deadline = nextDeviceDeadline(own.map((wait) => ({ ...wait, count: 1 })));
    return deadline === null
      ? []
      : [{ deviceId, workflowId: deviceActorId(deviceId), ...deadline }];
  });
}
