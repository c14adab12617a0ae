import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { deviceActor } from "../../contract/sync/device-actor.ts";

/** The earliest deadline of a device, or null if it waits for nothing. */
export function nextDeviceDeadline(waits: readonly DeviceWait[]): DeviceDeadline | null {
  const deadlines = waits
    .filter(({ count }) => count > 0)
    .map(({ reason, at }) => ({ reason, at }));
  return deadlines.reduce<DeviceDeadline | null>(
    (earliest, next) => (earliest === null || next.at < earliest.at ? next : earliest),
    null,
  );
}

/** The reasons for which a device's actor can wait. */
export type DeviceDueReason = DueReasonOf<typeof deviceActor>;

/** Something a device waits for: its count and the earliest instant. */
export interface DeviceWait {
  readonly reason: DeviceDueReason;
  readonly at: Date;
  readonly count: number;
}

/** When and why a device's actor wakes. */
export interface DeviceDeadline {
  readonly at: Date;
  readonly reason: DeviceDueReason;
}
