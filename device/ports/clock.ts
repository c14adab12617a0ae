/** The device's clocks. The library has no other source of time. */
export interface Clock {
  /** Milliseconds since 1970 by the clock that the person sees; it may be wrong and may jump. */
  now(): number;
  /** Milliseconds of a clock that only moves forward. */
  monotonic(): number;
  /** Calls back once after a time; the returned function cancels that. */
  after(ms: number, callback: () => void): () => void;
}

/** Randomness of the device. */
export interface Random {
  /** A new UUID. */
  uuid(): string;
  /** A number from 0 up to but not including 1. */
  fraction(): number;
}
