import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import {
  claimPurgeReminders,
  claimStuckOutbox,
} from "../../../db/sync/settlement/device-alarms.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { recordDeviceAgenda, type DeviceBacklog } from "./record-device-agenda.ts";

/** Emits once each that a device's outbox is stuck, or that it has not obeyed a purge order. */
export async function emitAlarms(tx: Tx, deviceId: string): Promise<DeviceBacklog> {
  await lockDevice(tx, deviceId);
  const depth = await claimStuckOutbox(tx, deviceId);
  const reminders = await claimPurgeReminders(tx, deviceId);
  const event = { version: 0 } as const;
  const stuck: DomainEvent[] =
    depth === null
      ? []
      : [
          {
            ...event,
            eventId: newId(),
            type: "DeviceOutboxStuck",
            subjectId: deviceId,
            refs: { depth },
          },
        ];
  const unacknowledged = reminders.map(({ id, trigger }): DomainEvent => {
    const refs = { deviceId, trigger };
    return { ...event, eventId: newId(), type: "PurgeUnacknowledged", subjectId: id, refs };
  });
  const events = [...stuck, ...unacknowledged];
  await appendEvents(tx, events, { now: await clockNow(tx), requestId: null });
  return await recordDeviceAgenda(tx, deviceId);
}
