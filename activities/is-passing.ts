import { Refusal } from "../contract/refusal.ts";
import { isDatabaseTrouble } from "../db/transact.ts";

/** Codes of a link to an outside server that broke, beside those of sockets. */
const LINK_TROUBLE = /^(?:UND_ERR_|ERR_HTTP2_|ERR_STREAM_PREMATURE_CLOSE)/;

/** Names of errors of an outside call that was not answered in time, or was cut off. */
const UNANSWERED: readonly string[] = ["TimeoutError", "AbortError"];

/** True for trouble of the database or of a link: the same act may go well a moment later. */
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
