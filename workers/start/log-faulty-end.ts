import type { Logger } from "pino";
import { StartRefused } from "./start-refused.ts";

/** Logs why the process ends by an error: the sentence of a refused start alone, otherwise the fault. */
export function logFaultyEnd(log: Logger): void {
  process.on("uncaughtExceptionMonitor", (error) => {
    if (error instanceof StartRefused) {
      log.fatal(error.message);
      process.exit(1);
    }
    log.fatal({ err: error }, "a fault ends the process");
  });
}
