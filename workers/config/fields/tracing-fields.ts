import { join } from "node:path";
import * as z from "zod";
import { address, type Environment } from "../environment.ts";
import { RUNNING, settingNotes } from "../setting-notes.ts";

/** Variables of tracing, with the names of the OpenTelemetry specification. */
export const TracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http://", "https://").optional().register(settingNotes, {
    meaning:
      "OTLP/HTTP collector that receives the traces, without /v1/traces. Without it production records none.",
    readers: RUNNING,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text, ctx) => {
      const headers = headersOf(text);
      if (headers !== null) return headers;
      ctx.addIssue("has to be name=value pairs, separated by commas, with values in URL encoding");
      return z.NEVER;
    })
    .optional()
    .register(settingNotes, {
      meaning: "Headers for the collector, as name=value pairs: usually its API key.",
      readers: RUNNING,
      isSecret: true,
    }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0|1|0?\.\d{1,6}|[01]\.0{1,6})$/, "has to be a number from 0 to 1")
    .transform(Number)
    .optional()
    .register(settingNotes, {
      meaning:
        "Share of requests that are recorded; 0 turns tracing off. Flags of callers do not change it.",
      usual: "1 in embedded mode, 0.01 in production",
      readers: RUNNING,
    }),
};

/** Where a process sends its spans, and which share of requests it records; null turns tracing off. */
export function readTracing(
  read: z.output<z.ZodObject<typeof TracingFields>>,
  { mode, dataDir }: { readonly mode: keyof typeof USUAL_SHARES; readonly dataDir: string },
): Tracing | null {
  const share = read.OTEL_TRACES_SAMPLER_ARG ?? USUAL_SHARES[mode];
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = read;
  if (share === 0) return null;
  if (endpoint !== undefined)
    return {
      share,
      to: { kind: "OTLP", url: `${endpoint.replace(/\/+$/, "")}/v1/traces`, headers },
    };
  return mode === "embedded"
    ? { share, to: { kind: "FILES", folder: spansFolder(dataDir) } }
    : null;
}

/** How a process traces. */
export interface Tracing {
  /** Share of requests that are recorded: more than 0, at most 1. */
  readonly share: number;
  readonly to:
    | {
        readonly kind: "OTLP";
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
      }
    | { readonly kind: "FILES"; readonly folder: string };
}

/** Folder of the spans in the data folder of an embedded stack. */
export const SPANS_FOLDER = "traces";

/** Where an embedded stack keeps its spans. */
export const spansFolder = (dataDir: string): string => join(dataDir, SPANS_FOLDER);

const USUAL_SHARES = { embedded: 1, production: 0.01 } as const;

/** Headers without a collector would be forgotten in silence. */
export function tracingMistakes(env: Environment): string[] {
  const isSet = (name: keyof typeof TracingFields) => (env[name] ?? "") !== "";
  return isSet("OTEL_EXPORTER_OTLP_HEADERS") && !isSet("OTEL_EXPORTER_OTLP_ENDPOINT")
    ? ["OTEL_EXPORTER_OTLP_ENDPOINT: is required with OTEL_EXPORTER_OTLP_HEADERS"]
    : [];
}

function headersOf(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",")) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}
