import { Refusal } from "../contract/refusal.ts";
import { isDatabaseTrouble } from "../db/platform/transactions/transact.ts";

/** True for a failure of the database or a connection: a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === "UNAVAILABLE";
  if (isDatabaseTrouble(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNANSWERED.includes(cause.name)) return true;
    if ("code" in cause && typeof cause.code === "string" && LINK_TROUBLE.test(cause.code))
      return true;
  }
  return false;
}

/** Error codes of a broken connection to another server, in addition to those of sockets. */
const LINK_TROUBLE = /^(?:UND_ERR_|ERR_HTTP2_|ERR_STREAM_PREMATURE_CLOSE)/;

/** Names of errors of an outside call that timed out or was aborted. */
const UNANSWERED: readonly string[] = ["TimeoutError", "AbortError"];
