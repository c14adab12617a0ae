import {
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { type TraceIds, traceFieldsOf } from "./traceparent.ts";

/**
 * Runs work in a span below the recorded one. Without a recorded one it only runs the work, and `attributesOf` is not
 * called.
 */
export function inSpan<T>(
  name: string,
  work: () => Promise<T>,
  attributesOf: () => SpanAttributes = noAttributes,
): Promise<T> {
  if (recordedSpan() === null) return work();
  return endAfter(tracer().startSpan(name, { attributes: attributesOf() }), work);
}

/** Attributes of a span: names, counts and ids, never anything personal (docs/operations.md#traces). */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span to start, if it is recorded. */
export interface SpanOf {
  readonly name: string;
  readonly attributesOf: () => SpanAttributes;
}

/** The span that the running work is recorded in, or null. */
export function recordedSpan(): Span | null {
  const span = trace.getActiveSpan();
  return span?.isRecording() === true ? span : null;
}

/** The tracer of the process; without tracing its spans record nothing. */
export const tracer = () => trace.getTracer("sideline");

/** The fields by which log lines name the recorded span; none without one. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = recordedSpan();
  return span === null ? {} : traceFieldsOf(span.spanContext());
}

/**
 * Starts the span of a request, below the span that its caller names. Our sampler alone decides whether to record it:
 * the caller's flags do not count, so that no caller makes us record more.
 *
 * @returns null if it is not recorded.
 */
export function startRequestSpan(caller: TraceIds | null, attributes: SpanAttributes): Span | null {
  const remote = caller !== null && { ...caller, traceFlags: TraceFlags.NONE, isRemote: true };
  const parent = remote === false ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  const span = tracer().startSpan("request", { kind: SpanKind.SERVER, attributes }, parent);
  return span.isRecording() ? span : null;
}

/** Runs work in a span and does not end it. */
export function runInSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

const noAttributes = (): SpanAttributes => ({});

/** Runs work in a span, and ends the span with it. */
export async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await runInSpan(span, work);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed by the code or name of its error; the message may quote data. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (!(error instanceof Error)) return;
  span.setAttribute("error.type", "code" in error ? String(error.code) : error.name);
}
