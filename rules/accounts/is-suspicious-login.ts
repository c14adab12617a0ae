/**
 * Whether a sign-in is suspicious: new device and new address at once, for a user with earlier sessions. An unnamed
 * device is new.
 */
export function isSuspiciousLogin({
  knownSessions,
  knowsDevice,
  knowsAddress,
}: LoginPlace): boolean {
  return knownSessions > 0 && !knowsDevice && !knowsAddress;
}

/** How much earlier sessions of a user reveal about the device and address of a new one. */
export interface LoginPlace {
  /** Number of earlier sessions whose origin is known. */
  readonly knownSessions: number;
  readonly knowsDevice: boolean;
  readonly knowsAddress: boolean;
}
