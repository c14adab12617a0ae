import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { EXPORT_MS } from "./open-exporter.ts";
import { requestSampler } from "./request-sampler.ts";

/**
 * Makes the tracer of this process record spans and export them in the background.
 *
 * @returns the function that exports the last spans and ends tracing.
 */
export function openTracerProvider({
  process,
  buildId,
  share,
  exporter,
}: TracerProviderOptions): () => Promise<void> {
  const provider = new TracerProvider({
    sampler: requestSampler(share),
    resource: resourceFromAttributes({
      "service.name": `sideline-${process}`,
      ...(buildId !== null && { "service.version": buildId }),
    }),
    spanLimits: SPAN_LIMITS,
    spanProcessors: [new BatchSpanProcessor({ exporter, ...BATCHES })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
  };
}

/** The tracer of one process. */
export interface TracerProviderOptions {
  readonly process: string;
  /** Release of the process, if it is named. */
  readonly buildId: string | null;
  /** Share of requests that are recorded. */
  readonly share: number;
  readonly exporter: SpanExporter;
}

const SPAN_LIMITS = { attributeCountLimit: 16, attributeValueLengthLimit: 128, linkCountLimit: 64 };

/** A collector that is down costs at most this many spans of memory; further ones are dropped. */
const BATCHES = {
  maxQueueSize: 2_048,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 1_000,
  exportTimeoutMillis: EXPORT_MS,
};
