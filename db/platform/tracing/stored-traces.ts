import {
  type Context,
  context,
  createContextKey,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { linkToAct } from "./act-span.ts";
import { endAfter, recordedSpan, type SpanOf, tracer } from "./spans.ts";
import { linkTo, tracesIn } from "./trace-links.ts";
import { type TraceIds, traceparentOf } from "./traceparent.ts";

/**
 * The `traceparent` to store with a row that the running work writes; null unless that work is recorded. Work for
 * several rows may be recorded for the sake of some: a row about another relationship is then left out.
 */
export function traceToStore(relationshipId?: unknown): string | null {
  const span = recordedSpan();
  if (span === null) return null;
  const only = context.active().getValue(ONLY);
  const isLeftOut =
    only instanceof Set && typeof relationshipId === "string" && !only.has(relationshipId);
  return isLeftOut ? null : traceparentOf(span.spanContext());
}

/**
 * Runs work for stored rows. Its span continues the trace of the rows; if they belong to several traces, it begins a
 * trace that links to all of them. Rows without a trace begin none.
 */
export function continueTraces<T>(
  rows: readonly TracedRow[],
  span: SpanOf,
  work: () => Promise<T>,
): Promise<T> {
  const traces = tracesOf(rows);
  const [only] = traces;
  if (only === undefined) return work();
  if (traces.length > 1) return runLinked(traces, { rows, span }, work);
  const parent = { ...only, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return runStored(trace.setSpanContext(contextFor(rows), parent), { span }, work);
}

/**
 * Runs work for stored rows in a trace of its own, which links to the traces of the rows; see `continueTraces`. Within a
 * settling act it is a part of the act, and the act links to them.
 */
export function linkTraces<T>(
  rows: readonly TracedRow[],
  span: SpanOf,
  work: () => Promise<T>,
): Promise<T> {
  const traces = tracesOf(rows);
  if (traces.length === 0) return work();
  const act = linkToAct(traces.map(linkTo));
  if (act === undefined) return runLinked(traces, { rows, span }, work);
  if (act === null) return work();
  return runStored(trace.setSpan(contextFor(rows), act), { span, kind: SpanKind.INTERNAL }, work);
}

/** A row with the `traceparent` of the work that wrote it; null if that was not recorded. */
export interface TracedRow {
  readonly traceContext: string | null;
  /** The relationship that it is about; null for other rows. */
  readonly relationshipId: string | null;
}

/** The relationships whose rows the running work is recorded for, if it also handles others. */
const ONLY = createContextKey("relationships that are recorded");

const tracesOf = (rows: readonly TracedRow[]): readonly TraceIds[] =>
  tracesIn(rows.map(({ traceContext }) => traceContext));

function contextFor(rows: readonly TracedRow[]): Context {
  const traced = rows.filter(({ traceContext }) => traceContext !== null);
  if (traced.length === rows.length) return ROOT_CONTEXT;
  return ROOT_CONTEXT.setValue(ONLY, new Set(traced.map(({ relationshipId }) => relationshipId)));
}

function runLinked<T>(
  traces: readonly TraceIds[],
  { rows, span }: { readonly rows: readonly TracedRow[]; readonly span: SpanOf },
  work: () => Promise<T>,
): Promise<T> {
  return runStored(contextFor(rows), { span, links: traces.map(linkTo) }, work);
}

interface StoredSpan {
  readonly span: SpanOf;
  readonly links?: Link[];
  readonly kind?: SpanKind;
}

function runStored<T>(
  parent: Context,
  { span: { name, attributesOf }, links = [], kind = SpanKind.CONSUMER }: StoredSpan,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(name, { kind, links }, parent);
  // This process may trace nothing although the one that wrote the row does.
  if (!span.isRecording()) return work();
  span.setAttributes(attributesOf());
  return context.with(parent, () => endAfter(span, work));
}
