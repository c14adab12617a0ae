/** Under which the checksum mismatches of a device are counted (`countWithin`). */
export function mismatchKey(deviceId: string): string {
  return `mismatch:${deviceId}`;
}
