import type { Request } from "express";

/** Bodies up to here are read away, so that their sender hears the answer and keeps the connection. */
const DRAINED_BYTES = 64 * 1024;
const DRAINED_WITHIN_MS = 5_000;

/** Whether the rest of a turned away request is read away; a larger one ends with its connection. */
export function isDrained(req: Request): boolean {
  const length = req.get("Content-Length");
  const isWhole = req.get("Transfer-Encoding") === undefined;
  return isWhole && (length === undefined || Number(length) <= DRAINED_BYTES);
}

/** Reads the body of a turned away request away; whoever takes long over it is cut off. */
export function drainBody(req: Request): void {
  if (req.complete || !isDrained(req)) return;
  const late = setTimeout(() => req.socket.destroy(), DRAINED_WITHIN_MS).unref();
  req.once("close", () => clearTimeout(late)).resume();
}
