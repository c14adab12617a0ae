/** Why a payload does not match its version, and where. */
export interface PayloadFault {
  readonly kind: PayloadFaultKind;
  /** RFC 6901 pointer into the payload; empty for the payload as a whole. */
  readonly pointer: string;
}

/**
 * Kinds of faults that a payload's schema finds at one place (docs/rooms/sync.md#refused-payloads). Each has its own
 * sentence and message key; the code stays `PAYLOAD_INVALID` or `VALUE_TOO_PRECISE`.
 */
export const PAYLOAD_FAULTS = [
  "MISSING",
  "TOO_LONG",
  "TOO_MANY",
  "OUT_OF_RANGE",
  "TOO_PRECISE",
  "WRONG_TYPE",
  "NO_SUCH_CHOICE",
  "UNKNOWN_FIELD",
  "DUPLICATE",
  "MALFORMED",
] as const;
export type PayloadFaultKind = (typeof PAYLOAD_FAULTS)[number];

/** Options of a zod refinement that reports a fault of this kind, with a sentence for developers. */
export function refusedAs(kind: PayloadFaultKind, error: string) {
  return { error, params: { payloadFault: kind } };
}
