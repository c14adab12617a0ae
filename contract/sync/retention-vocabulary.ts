import { SERVER_CURSOR_DAYS } from "./vocabulary.ts";

/** Days that a receipt is kept in full; then a tombstone is left of it (docs/rules.md#sync-retention). */
export const FULL_RECEIPT_DAYS = 400;

/**
 * Days that what changed in a scope is kept: as long as a cursor lives, and a day more, for a change is
 * dated before it is committed and a cursor after.
 */
export const SCOPE_CHANGE_DAYS = SERVER_CURSOR_DAYS + 1;

/** Days that a purge order is kept once it was acknowledged or withdrawn. */
export const PURGE_ORDER_DAYS = 400;
