import { useEffect, useState } from "react";
import { SqlFault, type SqlFaultKind } from "../../device/ports/sql.ts";
import type { Device, DeviceState, Scope } from "../../device/types.ts";

/**
 * The state of the device and its scopes, refreshed on each change; null until they are read. A later failed read keeps
 * what is shown and typed.
 */
export function useDeviceState(device: Device): DeviceView | ClosedDevice | null {
  const [view, setView] = useState<DeviceView | ClosedDevice | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = latest(async () => {
      const next = await readDevice(device).catch(closedBy);
      if (!isOver) setView((before) => goOn(before, next));
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

/** The page's data about the whole device. */
export interface DeviceView {
  readonly state: DeviceState;
  readonly scopes: readonly Scope[];
}

/** A device that could not be opened, and why; null if the library gives no reason. */
export interface ClosedDevice {
  readonly fault: SqlFaultKind | null;
}

/** Whether the device could not be opened. */
export function isClosed(view: DeviceView | ClosedDevice): view is ClosedDevice {
  return "fault" in view;
}

function closedBy(error: unknown): ClosedDevice {
  return { fault: error instanceof SqlFault ? error.kind : null };
}

async function readDevice(device: Device): Promise<DeviceView> {
  const [state, scopes] = await Promise.all([device.state(), device.scopes()]);
  return { state, scopes };
}

/** Keeps the former list of scopes if the ids are the same, so that their screens keep what is typed. */
function goOn(
  before: DeviceView | ClosedDevice | null,
  next: DeviceView | ClosedDevice,
): DeviceView | ClosedDevice {
  if (before === null || isClosed(before)) return next;
  if (isClosed(next)) return { ...before, state: { ...before.state, storageFault: next.fault } };
  const ids = (scopes: readonly Scope[]) => scopes.map(({ scopeId }) => scopeId).join();
  return ids(before.scopes) === ids(next.scopes) ? { ...next, scopes: before.scopes } : next;
}

/** Runs one read at a time. A change during a read triggers one more, so the last one shown is the newest. */
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
