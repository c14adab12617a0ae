import type { WithheldTry } from "../../../db/agenda/withheld/store-withheld.ts";
import { CODE_VERSION } from "./code-version.ts";

/** Another version of the code tries no sooner again, so that two that run beside each other do not take turns. */
const RETRY_MINUTES = 10;

/** A try of now, by this version of the code. */
export function tryOf(now: Date): WithheldTry {
  const retryAt = new Date(now.getTime() + RETRY_MINUTES * 60_000);
  return { codeVersion: CODE_VERSION, now, retryAt };
}
