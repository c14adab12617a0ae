import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { deviceActor } from "../../contract/sync/actors.ts";

/** What a device can wait for. */
export type DeviceDueReason = DueReasonOf<typeof deviceActor>;

/** Something a device waits for: how many of it, and the earliest instant. */
export interface DeviceWait {
  readonly reason: DeviceDueReason;
  readonly at: Date;
  readonly count: number;
}

/** When a device's actor has to look again, and why. */
export interface DeviceDeadline {
  readonly at: Date;
  readonly reason: DeviceDueReason;
}

const QUARTER_MS = 15 * 60_000;

/**
 * The earliest of what a device waits for, or null when it waits for nothing. Closing undo windows is
 * housekeeping, so these instants are rounded up to the quarter of an hour and share one wake-up
 * (docs/rooms/actors.md#device).
 */
export function nextDeviceDeadline(waits: readonly DeviceWait[]): DeviceDeadline | null {
  const deadlines = waits
    .filter(({ count }) => count > 0)
    .map(({ reason, at }) => ({ reason, at: reason === "UNDO_WINDOW" ? quarterAfter(at) : at }));
  return deadlines.reduce<DeviceDeadline | null>(
    (earliest, next) => (earliest === null || next.at < earliest.at ? next : earliest),
    null,
  );
}

function quarterAfter(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / QUARTER_MS) * QUARTER_MS);
}
