/**
 * What the schema of a payload finds wrong with one place of it (docs/rules.md#sync-refused-payloads). Each has a
 * sentence and a message key of its own; the code stays `PAYLOAD_INVALID`, or `VALUE_TOO_PRECISE`.
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

/** Why a payload is none of its version, and where. */
export interface PayloadFault {
  readonly kind: PayloadFaultKind;
  /** RFC 6901 pointer into the payload; empty for the payload as a whole. */
  readonly pointer: string;
}

/** Options of a zod refinement whose failure is a fault of this kind, with a sentence for developers. */
export function refusedAs(kind: PayloadFaultKind, error: string) {
  return { error, params: { payloadFault: kind } };
}
