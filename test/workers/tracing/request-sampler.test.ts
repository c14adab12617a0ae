import { describe, expect, test } from "@jest/globals";
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { requestSampler } from "../../../workers/tracing/request-sampler.ts";

const ids = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const linked = [{ context: { ...ids, traceFlags: TraceFlags.SAMPLED } }];

/** Whether a span is recorded: below a span with these flags, or without one. */
function isRecorded(draw: number, flags: TraceFlags | null, links = linked.slice(1)) {
  const above =
    flags === null
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: flags, isRemote: true });
  const sampler = requestSampler(0.01, () => draw);
  const { decision } = sampler.shouldSample(
    above,
    ids.traceId,
    "request",
    SpanKind.SERVER,
    {},
    links,
  );
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

describe("The sampler", () => {
  test("records a request if its draw is below the share, whatever its trace id", () => {
    expect([0, 0.009, 0.01, 0.99].map((draw) => isRecorded(draw, null))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isRecorded(0.5, TraceFlags.NONE)).toBe(false);
  });

  test("records all that follows from a recorded span, by parent or by link", () => {
    expect(isRecorded(0.99, TraceFlags.SAMPLED)).toBe(true);
    expect(isRecorded(0.99, null, linked)).toBe(true);
  });
});
