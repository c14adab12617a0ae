import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { claimSilentDevices } from "../../../db/sync/devices/silent-devices.ts";
import { clockNow, transact } from "../../../db/transact.ts";

/** Devices of one slice. */
const SLICE = 500;

/** What one slice told; while `full`, there may be more. */
export interface SilentSlice {
  readonly toldCount: number;
  readonly full: boolean;
}

/**
 * Tells of devices that were not here for 7 days although something waits in their outbox, once for each
 * time they went away. Interrupted or repeated, it goes on where it was.
 */
export async function emitSilentDevices(em: SqlEntityManager): Promise<SilentSlice> {
  const toldCount = await transact(em, async (tx) => {
    const devices = await claimSilentDevices(tx, SLICE);
    const events = devices.map(({ deviceId, depth }) => {
      const refs = { depth };
      const silent = { eventId: newId(), type: "DeviceOutboxSilent", version: 0 } as const;
      return { ...silent, subjectId: deviceId, refs };
    });
    await appendEvents(tx, events, { now: await clockNow(tx), requestId: null });
    return devices.length;
  });
  return { toldCount, full: toldCount === SLICE };
}
