import type { Http2Answer } from "./http2-post.ts";

/** No provider makes anybody wait longer than a day. */
const MOST_SECONDS = 24 * 60 * 60;

/** Seconds that the header `Retry-After` asks for, or `otherwise`. */
export function retryAfterOf({ headers }: Http2Answer, otherwise: number): number {
  const asked = Number(headers["retry-after"]);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MOST_SECONDS) : otherwise;
}
