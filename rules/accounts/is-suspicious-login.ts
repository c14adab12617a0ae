/** What the earlier sessions of a user know of the device and the address of a new one. */
export interface LoginPlace {
  /** Earlier sessions of which it is known where they came from. */
  readonly knownSessions: number;
  readonly knowsDevice: boolean;
  readonly knowsAddress: boolean;
}

/**
 * Whether a sign-in looks foreign: a new device and a new address at once, to somebody with a past. A
 * device that is not named is new.
 */
export function isSuspiciousLogin({
  knownSessions,
  knowsDevice,
  knowsAddress,
}: LoginPlace): boolean {
  return knownSessions > 0 && !knowsDevice && !knowsAddress;
}
