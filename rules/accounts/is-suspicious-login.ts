/** What the earlier sessions of a user know of the device and the address of a new one. */
export interface LoginPlace {
  /** Earlier sessions that named a device. */
  readonly knownSessions: number;
  readonly knowsDevice: boolean;
  readonly knowsAddress: boolean;
}

/** Whether a sign-in looks foreign: a new device and a new address at once, to somebody with a past. */
export function isSuspiciousLogin({
  knownSessions,
  knowsDevice,
  knowsAddress,
}: LoginPlace): boolean {
  return knownSessions > 0 && !knowsDevice && !knowsAddress;
}
