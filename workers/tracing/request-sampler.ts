import { trace, TraceFlags } from "@opentelemetry/api";
import { type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace";

/**
 * Records a share of the requests, and everything that follows from a recorded one. The share is drawn for each request
 * and not computed from its trace id, which the caller chooses.
 */
export function requestSampler(share: number, draw: () => number = Math.random): Sampler {
  return {
    shouldSample(parent, _traceId, _name, _kind, _attributes, links) {
      const flags = trace.getSpanContext(parent)?.traceFlags;
      const follows = flags === SAMPLED || links.length > 0;
      const isRecorded = follows || draw() < share;
      return {
        decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      };
    },
    toString: () => `RequestSampler{${share}}`,
  };
}

const SAMPLED: number = TraceFlags.SAMPLED;
