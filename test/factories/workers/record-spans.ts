import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { openTracerProvider } from "../../../workers/tracing/open-tracer-provider.ts";

/** Records a share of the requests of this process, and keeps their spans, until `end` is called. */
export function recordSpans(share = 1): RecordedSpans {
  const spans: ReadableSpan[] = [];
  const exporter: SpanExporter = {
    export(more, done) {
      spans.push(...more);
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: async () => {},
  };
  const end = openTracerProvider({ process: "test", buildId: null, share, exporter });
  return { spans, end };
}

/** Spans that this process records. */
export interface RecordedSpans {
  /** Ended spans in the order of their ends; those of the last second may be missing until `end` is called. */
  readonly spans: readonly ReadableSpan[];
  readonly end: () => Promise<void>;
}
