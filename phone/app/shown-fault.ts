import { isScopeClosed } from "../../device/store/load-scope.ts";

/** The fault of a read that a person has to know; null for a coaching that a sign-out or an order has just closed. */
export function shownFault(error: Error | null): Error | null {
  return error === null || isScopeClosed(error) ? null : error;
}
