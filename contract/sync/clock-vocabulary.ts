/**
 * Confidence of a corrected instant. MEASURED: the device sent its clock and the duration of its last round trip.
 * ESTIMATED: it sent its clock. UNKNOWN: it sent neither.
 */
export const CLOCK_CONFIDENCES = ["MEASURED", "ESTIMATED", "UNKNOWN"] as const;
export type ClockConfidence = (typeof CLOCK_CONFIDENCES)[number];

/** Implausible times sent by a device, for review; nothing is refused because of them. */
export const CLOCK_FLAGS = ["FUTURE", "BEFORE_RELATIONSHIP", "SKEWED"] as const;
export type ClockFlag = (typeof CLOCK_FLAGS)[number];

/** Limits of plausible times. */
export const CLOCK_BOUNDS = {
  /** Seconds by which an operation may claim to be made after its receipt. */
  futureToleranceSeconds: 5 * 60,
  /** Maximum plausible error of a device's clock. */
  skewSeconds: 24 * 60 * 60,
  /** A longer round trip says nothing about the delay of one direction. */
  roundTripMs: 60_000,
} as const;
