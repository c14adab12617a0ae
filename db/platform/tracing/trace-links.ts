import { type Link, TraceFlags } from "@opentelemetry/api";
import { parseTraceparent, type TraceIds } from "./traceparent.ts";

/** The spans that stored `traceparent`s name, each text once. Malformed ones are left out. */
export function tracesIn(texts: readonly (string | null)[]): readonly TraceIds[] {
  const named = new Set(texts);
  named.delete(null);
  return [...named].slice(0, MOST_LINKS).flatMap((text) => parseTraceparent(text) ?? []);
}

/** Links of one span; further rows are not linked. */
const MOST_LINKS = 64;

/** A link to a recorded span; the sampler records the span that has it. */
export const linkTo = (ids: TraceIds): Link => ({
  context: { ...ids, traceFlags: TraceFlags.SAMPLED },
});
