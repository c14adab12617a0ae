/** Key under which a device's checksum mismatches are counted (`countWithin`). */
export function mismatchKey(deviceId: string): string {
  return `mismatch:${deviceId}`;
}
