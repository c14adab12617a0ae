/**
 * How far a corrected instant is to be trusted. MEASURED: the device told when it sent and how long its
 * last round trip took; ESTIMATED: it told when it sent; UNKNOWN: it told nothing.
 */
export const CLOCK_CONFIDENCES = ["MEASURED", "ESTIMATED", "UNKNOWN"] as const;
export type ClockConfidence = (typeof CLOCK_CONFIDENCES)[number];

/** What is implausible of the time a device tells, for review; nothing is refused for it. */
export const CLOCK_FLAGS = ["FUTURE", "BEFORE_RELATIONSHIP", "SKEWED"] as const;
export type ClockFlag = (typeof CLOCK_FLAGS)[number];

/** Bounds of what is plausible. */
export const CLOCK_BOUNDS = {
  /** How far ahead of its receipt an operation may claim to be made. */
  futureToleranceSeconds: 5 * 60,
  /** How far a device's clock may be off. */
  skewSeconds: 24 * 60 * 60,
  /** A longer round trip tells nothing of the way. */
  roundTripMs: 60_000,
} as const;
