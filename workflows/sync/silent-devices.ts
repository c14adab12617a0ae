import { scheduledActs } from "../scheduled-acts.ts";

const sync = scheduledActs({
  tryMs: 15_000,
  summary: "tell of devices that went away",
});

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `silent-devices` (docs/rules.md#actors-schedules): devices that were not here
 * for 7 days although something waits in their outbox are told of, slice by slice.
 *
 * @returns of how many was told.
 */
export async function silentDevices(): Promise<number> {
  let toldCount = 0;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const told = await sync().emitSilentDevices();
    toldCount += told.toldCount;
    if (!told.full) break;
  }
  return toldCount;
}
