import type { Logger } from "pino";

/**
 * Logs once that a part is ready to work: a JSON line with `"msg":"ready"`. The launcher waits for it, so it is
 * written at every log level.
 */
export function announceReady(log: Logger, facts: Readonly<Record<string, unknown>> = {}): void {
  log.child({}, { level: "info" }).info(facts, READY_MESSAGE);
}

const READY_MESSAGE = "ready";

/** Whether a line is a part's ready line. */
export function isReadyLine(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    const entry: unknown = JSON.parse(line);
    return (
      typeof entry === "object" && entry !== null && "msg" in entry && entry.msg === READY_MESSAGE
    );
  } catch {
    return false;
  }
}
