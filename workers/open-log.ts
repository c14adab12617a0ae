import { type DestinationStream, type Logger, pino } from "pino";
import { describeFault } from "../api/http/describe-fault.ts";
import { traceFields } from "../db/platform/tracing/spans.ts";
import { requestLogFields } from "../api/http/request-log-fields.ts";
import { withoutSignedUrls } from "../rules/without-signed-urls.ts";
import type { LOG_LEVELS } from "./config/fields/process-fields.ts";

/**
 * The log of one process: JSON lines on stdout. Lines of a request carry its id and its span; lines of other recorded
 * work carry theirs. Faults are logged without the values they may quote, and signed URLs are removed
 * (docs/rooms/exercises.md#signed-urls).
 */
export function openLog(
  name: string,
  level: (typeof LOG_LEVELS)[number],
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      name,
      level,
      mixin: () => ({ ...traceFields(), ...requestLogFields() }),
      serializers: { err: describeFault },
      hooks: { streamWrite: withoutSignedUrls },
    },
    destination,
  );
}
