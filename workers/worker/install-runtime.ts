import { DefaultLogger, type LogEntry, Runtime } from "@temporalio/worker";
import type { Logger } from "pino";

const LEVEL = {
  TRACE: "trace",
  DEBUG: "debug",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
} as const;

/**
 * Sends what the SDK logs to the process's log, and shows its metrics at an address where one is given.
 * Once per process, before anything else of the SDK.
 */
export function installRuntime(log: Logger, metricsAddress?: string): void {
  Runtime.install({
    logger: new DefaultLogger("WARN", (entry) => write(log, entry)),
    // The process decides when it stops.
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: { core: "WARN", other: "ERROR" } },
      ...(metricsAddress !== undefined && {
        metrics: { prometheus: { bindAddress: metricsAddress, countersTotalSuffix: true } },
      }),
    },
  });
}

/** The labels that say which workflow it was; failures of activities were logged where they happened. */
function write(log: Logger, { level, message, meta }: LogEntry): void {
  const { workflowId, workflowType, activityType, error } = { ...meta };
  log[LEVEL[level]]({ workflowId, workflowType, activityType, err: error }, message);
}
