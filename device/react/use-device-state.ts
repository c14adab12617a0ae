import { useMemo } from "react";
import type { Device, DeviceState } from "../types.ts";
import { useWatched } from "./use-watched.ts";
import { type Watched, watchedStore } from "./watched.ts";

/** The state of the device, after each change of it. */
export function useDeviceState(device: Device): Watched<DeviceState> {
  const store = useMemo(
    () => watchedStore({ read: () => device.state(), watch: (changed) => device.watch(changed) }),
    [device],
  );
  return useWatched(store);
}
