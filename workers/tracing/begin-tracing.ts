import type { Logger } from "pino";
import type { Config } from "../config/config.ts";

/**
 * Begins to record traces, if that is configured. Without it the SDK is not even loaded.
 *
 * @returns the function that sends the last spans, or gives up after two seconds.
 */
export async function beginTracing(
  process: string,
  { tracing, buildId }: Pick<Config, "tracing" | "buildId">,
  log: Pick<Logger, "warn">,
): Promise<() => Promise<void>> {
  if (tracing === null) return async () => {};
  const { openExporter } = await import("./open-exporter.ts");
  const { openTracerProvider } = await import("./open-tracer-provider.ts");
  const exporter = await openExporter(process, tracing.to, log);
  return openTracerProvider({ process, buildId, share: tracing.share, exporter });
}
