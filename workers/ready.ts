/**
 * The message that every long-running part logs once when it can do its work:
 * `log.info(READY_MESSAGE)`, a JSON line with `"msg":"ready"`. The launcher waits for it.
 */
export const READY_MESSAGE = "ready";

/** True for the line with which a part says that it is ready. */
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
