import {
  context,
  ROOT_CONTEXT,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { parseTraceparent, type TraceIds, traceFieldsOf, traceparentOf } from "./traceparent.ts";

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

/** The span that the running work is recorded in, or null. */
export function recordedSpan(): Span | null {
  const span = trace.getActiveSpan();
  return span?.isRecording() === true ? span : null;
}

/** The tracer of the process; without tracing its spans record nothing. */
export const tracer = () => trace.getTracer("sideline");

/** The trace to store with a row that this work writes; null unless the work is recorded. */
export function traceToStore(): string | null {
  const span = recordedSpan();
  return span === null ? null : traceparentOf(span.spanContext());
}

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
  const parent = caller === null ? ROOT_CONTEXT : remoteContext(caller, TraceFlags.NONE);
  const span = tracer().startSpan("request", { kind: SpanKind.SERVER, attributes }, parent);
  return span.isRecording() ? span : null;
}

/** Runs work in a span and does not end it. */
export function runInSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

/**
 * Runs work for stored rows. Its span continues the trace of the rows; if they belong to several traces, it begins a
 * trace that links to all of them. Rows without a trace begin none.
 */
export function continueTraces<T>(stored: StoredTraces, span: SpanOf, work: () => Promise<T>) {
  const traces = tracesOf(stored);
  const [only] = traces;
  if (only === undefined) return work();
  if (traces.length > 1) return runStored({ links: traces }, span, work);
  return runStored({ parent: remoteContext(only, TraceFlags.SAMPLED) }, span, work);
}

/** Runs work for stored rows in a trace of its own, which links to the traces of the rows; see `continueTraces`. */
export function linkTraces<T>(stored: StoredTraces, span: SpanOf, work: () => Promise<T>) {
  const traces = tracesOf(stored);
  return traces.length === 0 ? work() : runStored({ links: traces }, span, work);
}

/** The `traceparent` of each row; null for a row that was not recorded. */
type StoredTraces = readonly (string | null)[];

/** A span to start, if it is recorded. */
export interface SpanOf {
  readonly name: string;
  readonly attributesOf: () => SpanAttributes;
}

/** Links of one span; further rows are not linked. */
const MOST_LINKS = 64;

const noAttributes = (): SpanAttributes => ({});

function tracesOf(stored: StoredTraces): readonly TraceIds[] {
  const texts = new Set(stored.filter((text) => text !== null));
  return [...texts].slice(0, MOST_LINKS).flatMap((text) => parseTraceparent(text) ?? []);
}

function runStored<T>(
  stored: { readonly parent?: Context; readonly links?: readonly TraceIds[] },
  { name, attributesOf }: SpanOf,
  work: () => Promise<T>,
): Promise<T> {
  const { parent = ROOT_CONTEXT } = stored;
  const links = (stored.links ?? []).map((ids) => ({
    context: { ...ids, traceFlags: TraceFlags.SAMPLED },
  }));
  const span = tracer().startSpan(name, { kind: SpanKind.CONSUMER, links }, parent);
  // This process may trace nothing although the one that wrote the row does.
  if (!span.isRecording()) return work();
  span.setAttributes(attributesOf());
  return endAfter(span, work);
}

function remoteContext(ids: TraceIds, traceFlags: TraceFlags): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote: true });
}

async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
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
