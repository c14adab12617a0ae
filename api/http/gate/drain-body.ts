import type { Request } from "express";

/** Drains the body of a refused request; a slow sender is cut off. */
export function drainBody(req: Request): void {
  if (req.complete || !isDrained(req)) return;
  const late = setTimeout(() => req.socket.destroy(), DRAINED_WITHIN_MS).unref();
  req.once("close", () => clearTimeout(late)).resume();
}

/** Bodies up to this size are drained, so that their sender reads the answer and keeps the connection. */
const DRAINED_BYTES = 64 * 1024;
const DRAINED_WITHIN_MS = 5_000;

/** Whether the rest of a refused request is drained; a larger one ends with its connection. */
export function isDrained(req: Request): boolean {
  const length = req.get("Content-Length");
  const isWhole = req.get("Transfer-Encoding") === undefined;
  return isWhole && (length === undefined || Number(length) <= DRAINED_BYTES);
}
