import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  markSettled,
  readLockedSlice,
  type BatchSlice,
} from "../../../db/sync/settlement/settlement.ts";
import type { Tx } from "../../../db/transact.ts";
import type { FeatureSettlement, SettlementSlice } from "../feature-settlement.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";

/** Which batches to settle, and who settles what. */
export interface SliceInput extends BatchSlice {
  readonly deviceId: string;
  readonly settlements: readonly FeatureSettlement[];
}

/** How many batches were settled, and where that leaves the device. */
export interface SettledSlice {
  readonly backlog: DeviceBacklog;
  readonly settledBatches: number;
}

/**
 * Settles some admitted batches of one relationship in one transaction: what follows from their
 * operations, the events of it, SETTLED, and the actor's next instant. A batch that was settled
 * meanwhile is left alone, so a second run does nothing.
 */
export async function settleSlice(tx: Tx, input: SliceInput): Promise<SettledSlice> {
  const { deviceId, relationshipId, settlements } = input;
  await lockAdmission(tx, { deviceId, relationshipId });
  const locked = await readLockedSlice(tx, input);
  if (locked.batchIds.length > 0) await settle(tx, settlements, { ...input, ...locked });
  const backlog = await recordDeviceAgenda(tx, { deviceId, settlements });
  return { backlog, settledBatches: locked.batchIds.length };
}

async function settle(
  tx: Tx,
  settlements: readonly FeatureSettlement[],
  slice: SettlementSlice,
): Promise<void> {
  const { batchIds, now } = slice;
  const events: DomainEvent[] = [];
  for (const settlement of settlements) events.push(...(await settlement.settle(tx, slice)));
  await markSettled(tx, batchIds, now);
  await appendEvents(tx, events, { now, requestId: null });
}
