import { useEffect, useState } from "react";
import type { Device, DeviceState, Scope } from "../../device/types.ts";

/**
 * The state of the device and its scopes; null until they are read, CLOSED if the library does not answer. Each change
 * shows the newest.
 */
export function useDeviceState(device: Device): DeviceView | "CLOSED" | null {
  const [view, setView] = useState<DeviceView | "CLOSED" | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = latest(async () => {
      const next = await readDevice(device).catch(() => null);
      if (!isOver) setView((before) => (next === null ? "CLOSED" : goOn(before, next)));
    });
    const end = device.watch(read);
    read();
    return () => {
      isOver = true;
      end();
    };
  }, [device]);
  return view;
}

/** What the page shows about the whole device. */
export interface DeviceView {
  readonly state: DeviceState;
  readonly scopes: readonly Scope[];
}

async function readDevice(device: Device): Promise<DeviceView> {
  const [state, scopes] = await Promise.all([device.state(), device.scopes()]);
  return { state, scopes };
}

/** The former list of scopes if it names the same, so that their screens keep what is being typed. */
function goOn(before: DeviceView | "CLOSED" | null, next: DeviceView): DeviceView {
  if (before === null || before === "CLOSED") return next;
  const ids = (scopes: readonly Scope[]) => scopes.map(({ scopeId }) => scopeId).join();
  return ids(before.scopes) === ids(next.scopes) ? { ...next, scopes: before.scopes } : next;
}

/** Runs one read at a time: a change during a read leads to one more, so the last one shown is the newest. */
export function latest(read: () => Promise<void>): () => void {
  let isReading = false;
  let isAskedAgain = false;
  const run = async () => {
    isReading = true;
    do {
      isAskedAgain = false;
      await read().catch(() => null);
    } while (isAskedAgain);
    isReading = false;
  };
  return () => {
    isAskedAgain = true;
    if (!isReading) void run();
  };
}
