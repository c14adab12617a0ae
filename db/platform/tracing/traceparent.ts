/** Reads a `traceparent`; null if it is absent or not well formed (W3C Trace Context). Its flags are not read. */
export function parseTraceparent(text: unknown): TraceIds | null {
  if (typeof text !== "string") return null;
  const [, version, traceId = "", spanId = "", further] = TRACEPARENT.exec(text) ?? [];
  const isWellFormed = version !== undefined && !(version === FIRST_VERSION && further);
  const isNamed = /[^0]/.test(traceId) && /[^0]/.test(spanId);
  return isWellFormed && isNamed ? { traceId, spanId } : null;
}

/** A later version may have further parts, and version ff is invalid. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const FIRST_VERSION = "00";

/** A span and its trace. */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** Writes a recorded span as a `traceparent`. */
export function traceparentOf({ traceId, spanId }: TraceIds): string {
  return `${FIRST_VERSION}-${traceId}-${spanId}-01`;
}

/** The fields by which log lines name a span. */
export function traceFieldsOf({ traceId, spanId }: TraceIds): Readonly<Record<string, string>> {
  return { trace_id: traceId, span_id: spanId };
}
