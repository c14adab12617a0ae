import {
  CLOCK_BOUNDS,
  type ClockConfidence,
  type ClockFlag,
} from "../../contract/sync/clock-vocabulary.ts";
import { localDateOf } from "../local-day.ts";

/**
 * Corrects a device's timestamp of an operation by its clock error at sending. The result lies between the
 * relationship's beginning and the receipt of the request. An implausible time is flagged, never refused. Within one
 * request the order is kept.
 */
export function correctClock(
  recordedAt: Date,
  { receivedAt, offsetMs, roundTripMs }: ClockReading,
  { startedAt, timezone }: ClockScope,
): RecordedTime {
  const offset = offsetMs ?? 0;
  const claimed = recordedAt.getTime() - offset;
  const latest = receivedAt.getTime();
  const earliest = Math.min(startedAt.getTime(), latest);
  const at = new Date(Math.min(Math.max(claimed, earliest), latest));
  const { futureToleranceSeconds, skewSeconds } = CLOCK_BOUNDS;
  const flags: ClockFlag[] = [];
  if (claimed > latest + futureToleranceSeconds * 1_000) flags.push("FUTURE");
  if (claimed < earliest) flags.push("BEFORE_RELATIONSHIP");
  if (Math.abs(offset) > skewSeconds * 1_000) flags.push("SKEWED");
  return {
    at,
    localDate: localDateOf(at, timezone),
    offsetMs: offset,
    confidence: confidenceOf(offsetMs, roundTripMs),
    flags,
  };
}

/** The reading of a device's clock when one of its requests was received. */
export interface ClockReading {
  readonly receivedAt: Date;
  /** Its clock minus the server's; null if it did not send its time. */
  readonly offsetMs: number | null;
  /** Its last round trip, if sent. */
  readonly roundTripMs: number | null;
}

/** The relationship of a record: none of its records is older. */
export interface ClockScope {
  readonly startedAt: Date;
  /** IANA name. */
  readonly timezone: string;
}

/** When an operation was made, to the server's best knowledge. */
export interface RecordedTime {
  readonly at: Date;
  /** Calendar day of `at` in the relationship's zone. */
  readonly localDate: string;
  /** How far the device's clock was ahead; 0 if unknown. */
  readonly offsetMs: number;
  readonly confidence: ClockConfidence;
  readonly flags: readonly ClockFlag[];
}

/** The clock data that a device sent with a request. */
export interface ClientClock {
  readonly sentAt: Date | null;
  readonly roundTripMs: number | null;
  /** By the server's clock. */
  readonly receivedAt: Date;
}

/** Measures a device's clock, assuming it sent half a round trip before the server received. */
export function readClock({ sentAt, roundTripMs, receivedAt }: ClientClock): ClockReading {
  if (sentAt === null) return unreadClock(receivedAt);
  const way = isRoundTrip(roundTripMs) ? Math.round(roundTripMs / 2) : 0;
  return {
    receivedAt,
    offsetMs: sentAt.getTime() + way - receivedAt.getTime(),
    roundTripMs: isRoundTrip(roundTripMs) ? Math.round(roundTripMs) : null,
  };
}

/** The clock of a device that sent no clock data. */
export function unreadClock(receivedAt: Date): ClockReading {
  return { receivedAt, offsetMs: null, roundTripMs: null };
}

function confidenceOf(offsetMs: number | null, roundTripMs: number | null): ClockConfidence {
  if (offsetMs === null) return "UNKNOWN";
  return roundTripMs === null ? "ESTIMATED" : "MEASURED";
}

function isRoundTrip(ms: number | null): ms is number {
  return ms !== null && ms >= 0 && ms <= CLOCK_BOUNDS.roundTripMs;
}
