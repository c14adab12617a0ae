import type { WithheldTry } from "../../../db/agenda/withheld/put-withheld.ts";
import { CODE_VERSION } from "./code-version.ts";

/** An attempt made now, by this version of the code. */
export function withheldTry(now: Date): WithheldTry {
  const retryAt = new Date(now.getTime() + RETRY_MINUTES * 60_000);
  return { codeVersion: CODE_VERSION, now, retryAt };
}

/**
 * Another version of the code waits this long before it retries, so that two versions running side by side do not
 * alternate.
 */
const RETRY_MINUTES = 10;
