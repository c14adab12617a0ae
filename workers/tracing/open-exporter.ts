import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { Tracing } from "../config/fields/tracing-fields.ts";
import { spanFileExporter } from "./span-file-exporter.ts";

/** Opens the exporter of a process, which logs once a minute that spans were lost. */
export async function openExporter(
  process: string,
  to: Tracing["to"],
  log: Pick<Logger, "warn">,
): Promise<SpanExporter> {
  if (to.kind === "FILES") return watched(spanFileExporter(to.folder, process), log);
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { url, headers } = to;
  return watched(new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS }), log);
}

/** Longest export of one batch: less than a process may take to close. */
export const EXPORT_MS = 2_000;

const LOG_EVERY_MS = 60_000;

function watched(exporter: SpanExporter, log: Pick<Logger, "warn">): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isDue = performance.now() - loggedAt >= LOG_EVERY_MS;
        if (result.code === ExportResultCode.FAILED && isDue) {
          loggedAt = performance.now();
          log.warn({ spans: spans.length, err: result.error }, "spans were not exported");
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
