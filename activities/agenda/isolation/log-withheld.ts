import type { Logger } from "pino";
import type { FaultyOccurrence } from "./isolate-occurrences.ts";

/** Logs each withheld occurrence with its fault; its row stores only the class. */
export function logWithheld(log: Logger, withheld: readonly FaultyOccurrence[]): void {
  for (const { fault, faultClass, relationshipId, localDate, sourceType, sourceId } of withheld) {
    const named = { relationshipId, localDate, sourceType, sourceId };
    log.error({ ...named, failureClass: faultClass, err: fault }, "an occurrence was withheld");
  }
}
