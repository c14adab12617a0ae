import { type Context, context, createContextKey, type Link, type Span } from "@opentelemetry/api";
import { SpanKind, trace } from "@opentelemetry/api";
import { failSpan, type SpanOf, tracer } from "./spans.ts";
import { linkTo, tracesIn } from "./trace-links.ts";

/**
 * Runs a settling act as one span. It links to the traces of the wakes that caused it, and of all rows that `linkTraces`
 * meets within the act. Without a recorded wake it is only made at the first recorded row, although it begins with the
 * act. An act with neither is not recorded.
 */
export async function inActSpan<T>(
  of: SpanOf & { readonly wokenBy: readonly string[] },
  act: () => Promise<T>,
): Promise<T> {
  const running: RunningAct = { of, startedAt: Date.now(), span: null, links: new Set() };
  try {
    return await context.with(contextOf(running, tracesIn(of.wokenBy).map(linkTo)), act);
  } catch (error) {
    if (running.span !== null) failSpan(running.span, error);
    throw error;
  } finally {
    running.span?.end();
  }
}

/**
 * Links the span of the running act to traces.
 *
 * @returns the span; null if this process does not record it, undefined outside of an act.
 */
export function linkToAct(links: readonly Link[]): Span | null | undefined {
  const act = actOf(context.active());
  if (act === null) return undefined;
  const span = linkSpan(act, links);
  return span.isRecording() ? span : null;
}

/** A settling act, and its span once it has a trace to link to. */
interface RunningAct {
  readonly of: SpanOf;
  readonly startedAt: number;
  span: Span | null;
  /** Ids of the linked spans. */
  readonly links: Set<string>;
}

const ACT = createContextKey("the settling act that runs");

function actOf(active: Context): RunningAct | null {
  const value = active.getValue(ACT);
  return isAct(value) ? value : null;
}

const isAct = (value: unknown): value is RunningAct =>
  typeof value === "object" && value !== null && "startedAt" in value;

/** Within an act that a recorded wake caused, everything is a part of its span. */
function contextOf(act: RunningAct, wokenBy: readonly Link[]): Context {
  const active = context.active().setValue(ACT, act);
  return wokenBy.length === 0 ? active : trace.setSpan(active, linkSpan(act, wokenBy));
}

function linkSpan(act: RunningAct, links: readonly Link[]): Span {
  const fresh = links.filter(({ context: { traceId, spanId } }) => {
    const key = `${traceId}/${spanId}`;
    return !act.links.has(key) && act.links.add(key);
  });
  if (act.span === null) act.span = startSpan(act, fresh);
  else act.span.addLinks(fresh);
  return act.span;
}

function startSpan({ of, startedAt }: RunningAct, links: Link[]): Span {
  const options = { kind: SpanKind.CONSUMER, links, startTime: startedAt };
  const span = tracer().startSpan(of.name, options, trace.deleteSpan(context.active()));
  if (span.isRecording()) span.setAttributes(of.attributesOf());
  return span;
}
