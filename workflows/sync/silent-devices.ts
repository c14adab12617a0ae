import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `silent-devices` (docs/rooms/actors.md#schedules): emits an event for each device that has not
 * synced for 7 days although its outbox is not empty, slice by slice. A failing one does not delay the others, but
 * fails the run at the end.
 *
 * @returns the number of devices with an event.
 */
export async function silentDevices(): Promise<number> {
  let wokenCount = 0;
  const except: string[] = [];
  for (let slice = 0; slice < MOST_SLICES && except.length < MOST_FAILED; slice += 1) {
    const emitted = await sync().emitSilentDevices({ except });
    wokenCount += emitted.wokenCount;
    // A worker of an earlier version names none.
    except.push(...(emitted.failed ?? []));
    if (!emitted.full) break;
  }
  failIfPassedOver(except.length);
  return wokenCount;
}

const sync = scheduledActs({
  tryMs: 15_000,
  summary: "emit events for silent devices",
});

/** Slices of one run; the next run finds the rest. */
const MOST_SLICES = 200;
/** Devices that may fail individually and be skipped in one run. */
const MOST_FAILED = 1_000;
