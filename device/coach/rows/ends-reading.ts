import type { ReadFailure } from "../../read/slices/types.ts";

/**
 * Whether other reads fail in the same way, so that each would only cost a timeout: the session is over, or no server
 * is reached. A server that fails at one read may answer another.
 */
export function endsReading(answer: ReadFailure): boolean {
  return answer.kind === "SIGN_IN" || (answer.kind === "TRANSPORT" && answer.cause !== "FAULT");
}
