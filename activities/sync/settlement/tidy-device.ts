import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { FeatureSettlement } from "../feature-settlement.ts";
import { recordDeviceAgenda } from "./record-device-agenda.ts";

/** Does the housekeeping of a device in one relationship; returns how many days it closed. */
export async function tidyDevice(tx: Tx, input: TidyInput): Promise<number> {
  const { deviceId, relationshipId, settlements } = input;
  await lockAdmission(executorOf(tx), { deviceId, relationshipId });
  const now = await clockNow(tx);
  const events: DomainEvent[] = [];
  for (const settlement of settlements)
    events.push(...(await settlement.closeExpiredUndo(tx, { deviceId, relationshipId, now })));
  await appendEvents(tx, events, { now, requestId: null });
  await recordDeviceAgenda(tx, { deviceId, settlements });
  return events.length;
}

/** The device and relationship whose housekeeping is due, and the features that do it. */
export interface TidyInput {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly settlements: readonly FeatureSettlement[];
}
