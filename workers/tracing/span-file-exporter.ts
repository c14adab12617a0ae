import { mkdirSync } from "node:fs";
import { appendFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { type HrTime, SpanStatusCode } from "@opentelemetry/api";
import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { StoredSpan } from "./stored-span.ts";

/**
 * Appends spans to a file of the process, one JSON line each, for `npm run trace`. A full file becomes the former one,
 * so that a process keeps at most two.
 */
export function spanFileExporter(
  folder: string,
  process: string,
  mostBytes: number = MOST_BYTES,
): SpanExporter {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process}${SPAN_FILE}`);
  const former = join(folder, `${process}.former${SPAN_FILE}`);
  const append = async (lines: string) => {
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size >= mostBytes) await rename(file, former);
    await appendFile(file, lines, { mode: 0o600 });
  };
  return {
    export(spans, done) {
      const lines = spans.map((span) => `${JSON.stringify(storedSpanOf(process, span))}\n`);
      append(lines.join("")).then(
        () => done({ code: ExportResultCode.SUCCESS }),
        (error: Error) => done({ code: ExportResultCode.FAILED, error }),
      );
    },
    shutdown: async () => {},
  };
}

/** How the name of a span file ends. */
export const SPAN_FILE = ".spans.jsonl";

/** About forty thousand spans. */
const MOST_BYTES = 16_000_000;

/** A recorded span as a line of a span file. */
export function storedSpanOf(process: string, span: ReadableSpan): StoredSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    process,
    traceId,
    spanId,
    parentId: span.parentSpanContext?.spanId ?? null,
    links: span.links.map(({ context }) => ({ traceId: context.traceId, spanId: context.spanId })),
    name: span.name,
    startMs: msOf(span.startTime),
    ms: msOf(span.duration),
    isFailed: span.status.code === SpanStatusCode.ERROR,
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(isSimple)),
  };
}

const isSimple = (entry: [string, unknown]): entry is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof entry[1]);

const msOf = ([seconds, nanoseconds]: HrTime) => seconds * 1_000 + nanoseconds / 1_000_000;
