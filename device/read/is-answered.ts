import type { ReadFailure } from "./slices/types.ts";

/** Whether the server itself refused a path, so that another path may succeed and the same one will not. */
export function isAnswered({ kind }: ReadFailure): boolean {
  return kind === "NOT_FOUND" || kind === "REFUSED" || kind === "MALFORMED";
}
