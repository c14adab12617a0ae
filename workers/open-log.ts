import { type Logger, pino } from "pino";
import { describeFault } from "../api/http/describe-fault.ts";
import type { LOG_LEVELS } from "./config/config.ts";

/** The log of one process: JSON lines on stdout, faults without the values they may quote. */
export function openLog(name: string, level: (typeof LOG_LEVELS)[number]): Logger {
  return pino({ name, level, serializers: { err: describeFault } });
}
