import type { DevicePartContext } from "../parts/part-context.ts";
import type { DeviceCentre } from "./types.ts";
import { discardUnreadable, unreadableWork } from "./unreadable-work.ts";

/** The part of the sync centre that belongs to no scope: online acts of the whole device. */
export function makeDeviceCentre({ running: { core } }: DevicePartContext): DeviceCentre {
  return {
    unreadable: async () => await unreadableWork(core, null),
    discardUnreadable: async (call) => await discardUnreadable(core, null, call),
  };
}
