import type { Http2Answer } from "./open-http2-poster.ts";

/** Seconds from the header `Retry-After`, or `otherwise`. */
export function retryAfterOf({ headers }: Http2Answer, otherwise: number): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MOST_SECONDS) : otherwise;
}

/** Longest pause that a provider may impose: a day. */
const MOST_SECONDS = 24 * 60 * 60;
