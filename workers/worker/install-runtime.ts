import { DefaultLogger, type LogEntry, Runtime } from "@temporalio/worker";
import type { Logger } from "pino";

/**
 * Forwards the SDK's logs to the process's log, and serves its metrics if an address is given. Call it once per
 * process, before using the SDK.
 */
export function installRuntime(log: Logger, metricsAddress?: string): void {
  Runtime.install({
    logger: new DefaultLogger("WARN", (entry) => write(log, entry)),
    // The process decides when it stops.
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: { core: "WARN", other: "ERROR" } },
      ...(metricsAddress !== undefined && {
        metrics: { prometheus: { bindAddress: metricsAddress, ...CONVENTIONS } },
      }),
    },
  });
}

/** The SDK's names follow those of Prometheus: `_total` for counters, `_seconds` for durations. */
const CONVENTIONS = {
  countersTotalSuffix: true,
  useSecondsForDurations: true,
  unitSuffix: true,
} as const;

const LEVEL = {
  TRACE: "trace",
  DEBUG: "debug",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
} as const;

/** Keeps the labels that identify the workflow; failed activities are logged where they fail. */
function write(log: Logger, { level, message, meta }: LogEntry): void {
  const { workflowId, workflowType, activityType, error } = { ...meta };
  log[LEVEL[level]]({ workflowId, workflowType, activityType, err: error }, message);
}
