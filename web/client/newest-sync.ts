/** When one of the client's phones last synced; null if none ever did. */
export function newestSync(devices: readonly SyncedDevice[]): string | null {
  const instants = devices.flatMap(({ lastSyncAt }) => lastSyncAt ?? []);
  return instants.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}

interface SyncedDevice {
  readonly lastSyncAt: string | null;
}
