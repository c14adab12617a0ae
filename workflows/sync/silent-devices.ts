import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const sync = scheduledActs({
  tryMs: 15_000,
  summary: "tell of devices that went away",
});

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;
/** So many devices that fail by themselves are passed over in one run. */
const MOST_FAILED = 1_000;

/**
 * The scheduled workflow `silent-devices` (docs/rules.md#actors-schedules): devices that were not here
 * for 7 days although something waits in their outbox are told of, slice by slice; one that fails by itself holds up no
 * other, and lets the run fail in the end.
 *
 * @returns of how many was told.
 */
export async function silentDevices(): Promise<number> {
  let toldCount = 0;
  const except: string[] = [];
  for (let slice = 0; slice < MOST_SLICES && except.length < MOST_FAILED; slice += 1) {
    const told = await sync().emitSilentDevices({ except });
    toldCount += told.toldCount;
    // A worker of a former version tells of none.
    except.push(...(told.failed ?? []));
    if (!told.full) break;
  }
  failIfPassedOver(except.length);
  return toldCount;
}
